"""The socket of a table."""

import pytest

from tests.web.live import SHARE, Live, Visitor, play_out


def test_a_person_plays_a_bot_to_the_end(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "greedy"})
    with ann.tab(table) as tab:
        news = play_out(tab)
    assert len(news["table"]["results"]) == 1
    versions = [frame["v"] for frame in tab.received if frame["t"] in ("snapshot", "events", "news")]
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    verdict = ann.http.post("/records/verify", content=ann.get(f"/records/{table}/0")).json()
    assert (verdict["verified"], verdict["game"]) == (True, "battle")


def test_two_persons_play_and_an_onlooker_sees_the_same(ann: Visitor, bob: Visitor, live: Live) -> None:
    table = ann.open_table()
    with ann.tab(table) as first, bob.tab(table) as second, live.visitor().tab(table) as onlooker:
        assert (first.until("snapshot").get("seat"), second.until("snapshot").get("seat")) == (0, None)
        second.do("sit")
        assert second.until("snapshot")["seat"] == 1
        first.do("ready", share=SHARE)
        second.do("ready", share="cd" * 32)
        state = first.moves()
        move = state["moves"][0]
        first.do("act", v=state["v"], move=move)
        (event,) = second.until("events")["events"]
        assert (event["first"], event["second"]) == (move["first"], move["second"])
        assert onlooker.until("events") == {"t": "events", "v": 7, "events": [event], "running": [1]}


def test_sitting_down_and_leaving_change_the_view_of_every_tab(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    with bob.tab(table) as one, bob.tab(table) as other:
        for tab in (one, other):
            assert tab.until("snapshot").get("seat") is None
        one.do("sit", seat=1)
        for tab in (one, other):
            assert tab.until("snapshot")["seat"] == 1
        other.do("leave")
        for tab in (one, other):
            snapshot = tab.until("snapshot")
            assert (snapshot.get("seat"), snapshot["table"]["seats"][1]) == (None, None)


def test_the_same_action_from_two_tabs_is_done_once(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "random"})
    with ann.tab(table) as one, ann.tab(table) as other:
        one.do("ready", share=SHARE)
        frame = one.moves()
        act = {"id": "only once", "v": frame["v"], "move": frame["moves"][0]}
        one.do("act", **act)
        other.do("act", **act)
        mine = [event for frame in one.received for event in frame.get("events", ()) if event["seat"] == 0]
        assert len(mine) == 1
        assert one.ask("act", id="another", v=0, move=frame["moves"][0])["code"] in ("move/stale", "move/illegal")


def test_a_move_from_the_future_is_refused_after_a_snapshot_that_heals_the_client(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "random"})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        offered = tab.moves()
        tab.forget()
        refusal = tab.ask("act", v=offered["v"] + 1, move=offered["moves"][0])
        assert (refusal["code"], refusal["values"]) == ("move/stale", {"newest": offered["v"]})
        snapshot = tab.next()
        assert (snapshot["t"], snapshot["v"], snapshot["moves"]) == ("snapshot", offered["v"], offered["moves"])
        tab.do("act", v=snapshot["v"], move=snapshot["moves"][0])


def test_a_reconnecting_player_gets_the_missed_messages(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "random"})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        seen = tab.moves()
        tab.do("act", v=seen["v"], move=seen["moves"][0])
        tab.moves()
        frames = [frame for frame in tab.received if frame.get("v", 0) > seen["v"] and frame["t"] == "events"]
    with ann.tab(table, v=seen["v"], seat=0) as again:
        assert [again.take() for _ in frames] == frames
    with ann.tab(table, v=seen["v"], seat=None) as from_outside:
        assert from_outside.take()["t"] == "snapshot"
    with ann.tab(table, v=10**6) as from_the_future:
        assert from_the_future.take()["t"] == "snapshot"


def test_hello_may_be_said_again(ann: Visitor) -> None:
    with ann.tab(ann.open_table()) as tab:
        first = tab.until("snapshot")
        tab.send(t="hello", v=-1)
        assert tab.until("snapshot") == first


def test_a_visitor_without_a_session_can_only_watch(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    with live.visitor().tab(table) as tab:
        assert tab.until("snapshot").get("seat") is None
        for message in ({"t": "sit"}, {"t": "ready", "share": SHARE}, {"t": "chat", "text": "hi"}, {"t": "leave"}):
            assert tab.ask(**message)["code"] == "person/unknown"


def test_a_private_table_opens_with_its_invite_code_only(ann: Visitor, bob: Visitor) -> None:
    opened = ann.post("/tables", 201, game="battle", private=True)
    table, invite = opened["table"]["id"], opened["invite"]
    with bob.tab(table) as tab:
        assert tab.take()["code"] == "table/private"
        assert tab.close_code() == 1008
    assert bob.get(f"/tables/{table}", 403)["code"] == "table/private"
    assert bob.get(f"/invites/{invite.lower()}") == {"table": table}
    assert bob.get(f"/tables/{table}?invite={invite.lower()}")["invite"] is None
    with bob.tab(table, invite=invite.lower()) as tab:
        assert tab.until("snapshot").get("seat") is None
        assert tab.ask("sit")["code"] == "table/private"
        tab.do("sit", invite=invite)
        assert tab.until("snapshot")["seat"] == 1
    assert bob.get(f"/tables/{table}") == {"table": bob.get(f"/tables/{table}")["table"], "seat": 1, "invite": invite}


def test_an_unknown_table_closes_the_socket(ann: Visitor) -> None:
    with ann.tab("0123456789abcdef") as tab:
        assert tab.take()["code"] == "table/unknown"
        assert tab.close_code() == 1008


def test_hello_comes_first(ann: Visitor) -> None:
    with ann.tab(ann.open_table(), v=None) as tab:
        tab.send(t="ping", id="1")
        assert tab.take() == {
            "t": "nack",
            "id": "1",
            "code": "wire/unreadable",
            "text": "the message cannot be read: expected hello first",
        }
        assert tab.close_code() == 1008


def test_a_move_that_is_no_object_is_refused_with_its_place(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "random"})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        state = tab.moves()
        refusal = tab.ask("act", id="1", v=state["v"], move="a1c9")
        assert (refusal["code"], refusal["id"]) == ("move/unreadable", "1")
        assert refusal["text"] == "the move does not belong to this game: expected object, got str at move"


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "tea",
        "5",
        "[]",
        "{}",
        '{"t":"tea","id":"1"}',
        '{"t":"ping","id":"1","more":1}',
        '{"t":"ping","id":""}',
        '{"t":"ping","id":7}',
        '{"t":"chat","id":"1","text":"\\ud800"}',
        '{"t":"act","id":"1","v":1.5,"move":{}}',
        '{"t":"act","id":"1","v":99999999999999999999,"move":{}}',
        '{"t":"sit","id":"1","seat":-1}',
        '{"t":"sit","id":"1","seat":1e300}',
        "[" * 8000,
        '{"t":"act","id":"1","v":1,"move":{"a":' + "[" * 7000,
        '{"t":"act","id":"1","v":1,"move":' + '{"a":' * 1300 + "1" + "}" * 1301,
        b"\xff\xfe\x00",
        b'{"t":"chat","id":"1","text":"\xff"}',
    ],
    ids=lambda frame: repr(frame)[:40],
)
def test_unreadable_messages_are_refused_and_the_connection_stays(frame: str | bytes, ann: Visitor) -> None:
    with ann.tab(ann.open_table()) as tab:
        tab.line.send(frame)
        nack = tab.until("nack")
        assert (nack["code"], nack["id"] in ("", "1")) == ("wire/unreadable", True)
        assert tab.ask("ping")["t"] == "pong"


def test_mute_hides_chat_from_one_connection_only(ann: Visitor) -> None:
    table = ann.open_table()
    with ann.tab(table) as deaf, ann.tab(table) as hearing:
        deaf.do("mute", on=True)
        hearing.do("chat", text="hello")
        assert [frame["text"] for frame in hearing.received if frame["t"] == "said"] == ["hello"]
        deaf.do("mute", on=False)
        hearing.do("chat", text="goodbye")
        assert deaf.until("said")["text"] == "goodbye"
        assert len([frame for frame in deaf.received if frame["t"] == "said"]) == 1


def test_a_personal_mute_holds_on_every_connection_and_at_every_table(ann: Visitor, bob: Visitor, live: Live) -> None:
    table = ann.open_table()
    other = bob.get("/me")["id"]
    with ann.tab(table) as mine, ann.tab(table) as too, bob.tab(table) as his, live.visitor().tab(table) as onlooker:
        his.do("sit")
        his.do("chat", text="one")
        for tab in (mine, too, his, onlooker):
            assert tab.until("said")["text"] == "one"
        mine.do("mute", person=other)
        his.do("chat", text="two")
        mine.do("chat", text="three")
        for tab in (mine, too):
            assert tab.until("said")["text"] == "three"
        for tab in (his, onlooker):
            assert [tab.until("said")["text"], tab.until("said")["text"]] == ["two", "three"]
        assert ann.get("/me/muted") == [{"id": other, "name": bob.get("/me")["name"]}]
        assert bob.get("/me/muted") == []
    with ann.tab(table) as later, bob.tab(table) as his:
        for tab, expected in ((later, ["three"]), (his, ["one", "two", "three"])):
            tab.until("snapshot")
            assert [frame["text"] for frame in tab.received if frame["t"] == "said"] == expected
        his.do("chat", text="four")
        later.do("chat", text="five")
        assert later.until("said")["text"] == "five"
        later.do("mute", person=other, on=False)
        his.do("chat", text="six")
        assert later.until("said")["text"] == "six"
        assert ann.get("/me/muted") == []


def test_muting_over_http_is_the_same(ann: Visitor, bob: Visitor) -> None:
    other = bob.get("/me")["id"]
    for _ in range(2):
        assert ann.http.put(f"/me/muted/{other}").status_code == 204
    assert [one["id"] for one in ann.get("/me/muted")] == [other]
    for _ in range(2):
        assert ann.http.delete(f"/me/muted/{other}").status_code == 204
    assert ann.get("/me/muted") == []


def test_unknown_people_and_oneself_cannot_be_muted(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    with ann.tab(table) as tab, live.visitor().tab(table) as nobody:
        for person in ("0" * 16, ann.get("/me")["id"], "<script>"):
            assert tab.ask("mute", person=person)["code"] == "person/missing"
        assert nobody.ask("mute", person="0" * 16)["code"] == "person/unknown"


def test_the_host_of_a_table_can_mute_somebody_there(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    me, other = ann.get("/me")["id"], bob.get("/me")["id"]
    with ann.tab(table) as mine, bob.tab(table) as his:
        his.do("sit")
        assert his.ask("hush", person=me)["code"] == "table/host"
        assert mine.ask("hush", person="0" * 16)["code"] == "person/missing"
        mine.do("hush", person=other)
        assert his.ask("chat", text="hello")["code"] == "chat/muted"
        assert ann.get(f"/tables/{table}")["table"]["seats"][1]["hushed"] is True
        mine.do("hush", person=other, on=False)
        his.do("chat", text="thank you")
        assert mine.until("said")["text"] == "thank you"


def test_a_session_that_ends_closes_its_sockets(ann: Visitor) -> None:
    table = ann.open_table()
    with ann.tab(table) as tab:
        tab.until("snapshot")
        ann.post("/logout", 204)
        assert tab.close_code() == 4401
    assert ann.http.cookies.get("teahouse") is None


def test_a_replayed_token_of_an_ended_session_connects_as_a_guest_and_changes_nothing(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    thief = live.visitor()
    thief.http.cookies.set("teahouse", ann.http.cookies["teahouse"])
    ann.post("/logout", 204)
    before = live.log_length(table)
    assert thief.get("/sessions", 401)["code"] == "person/unknown"
    with thief.tab(table) as tab:
        assert tab.until("snapshot").get("seat") is None
        for message in ({"t": "ready", "share": SHARE}, {"t": "chat", "text": "hi"}, {"t": "leave"}):
            assert tab.ask(**message)["code"] == "person/unknown"
    assert live.log_length(table) == before


def test_a_socket_whose_session_has_ended_can_do_nothing(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    with ann.tab(table) as tab:
        tab.until("snapshot")
        (session,) = ann.get("/sessions")
        person = ann.get("/me")["id"]
        live.do(lambda: live.context.people.end_session(person, session["id"]))
        assert tab.ask("chat", text="hello")["code"] == "person/unknown"
        assert tab.close_code() == 4401
