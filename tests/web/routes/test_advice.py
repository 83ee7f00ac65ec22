"""Advice over HTTP, at practice tables only."""

from tests.web.live import SHARE, Live, Visitor


def test_a_person_among_bots_gets_advice(ann: Visitor) -> None:
    table = ann.open_table(game="battle", bots={"1": "random"})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        offered = tab.moves()["moves"]
        advice = ann.get(f"/tables/{table}/advice")
    assert (advice["game"], advice["seat"]) == ("battle", 0)
    assert sorted(each["move"] == move for each in advice["moves"] for move in offered).count(True) == len(offered)
    assert all(each["reason"] and each["text"] for each in advice["moves"])


def test_advice_on_a_solitaire_board_costs_a_hint(ann: Visitor) -> None:
    table = ann.open_table(game="solitaire")
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        offered = tab.moves()
        assert ann.get(f"/tables/{table}/advice", 409)["code"] == "advice/price"
        tab.do("act", v=offered["v"], move={"type": "hint"})
        best = ann.get(f"/tables/{table}/advice")["moves"][0]["move"]
        assert best["type"] == "take_pair"
        tab.do("act", v=tab.moves()["v"], move=best)
        assert ann.get(f"/tables/{table}/advice", 409)["code"] == "advice/price"


def test_advice_is_refused_if_it_would_not_be_fair(live: Live, ann: Visitor) -> None:
    bob, alone = live.visitor(), ann.open_table(game="battle")
    assert bob.get(f"/tables/{alone}/advice", 401)["code"] == "person/unknown"
    bob.guest()
    assert bob.get(f"/tables/{alone}/advice", 403)["code"] == "table/seat"
    assert ann.get(f"/tables/{alone}/advice", 409)["code"] == "advice/turn"
    with ann.tab(alone) as one, bob.tab(alone) as other:
        other.do("sit")
        one.do("ready", share=SHARE)
        other.do("ready", share=SHARE)
        one.moves()
        assert ann.get(f"/tables/{alone}/advice", 409)["code"] == "advice/practice"
