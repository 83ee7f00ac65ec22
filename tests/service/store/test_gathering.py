"""The store's writer gathers jobs: under load they share a commit, and single jobs hardly wait."""

from teahouse.service.store.jobs import APART, MOST_IN_VAIN, Gathering


class Clock:
    """A clock that only advances in sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept = list[float]()

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)


def commits(clock: Clock, gathering: Gathering, count: int, *, jobs: int, every: float) -> None:
    """Run this many commits, `every` seconds apart, with `jobs` jobs waiting for each."""
    for _ in range(count):
        if gathering.wait():
            gathering.learn(jobs)
        clock.now += every


def test_commits_far_apart_do_not_wait() -> None:
    clock = Clock()
    commits(clock, Gathering(lambda: clock.now, clock.sleep), 10, jobs=1, every=2 * APART)
    assert clock.slept == []


def test_under_load_commits_keep_a_distance() -> None:
    clock = Clock()
    commits(clock, Gathering(lambda: clock.now, clock.sleep), 10, jobs=2, every=APART / 4)
    assert len(clock.slept) == 9
    assert max(clock.slept) <= APART


def test_a_lone_writer_waits_more_and_more_rarely() -> None:
    clock = Clock()
    gathering = Gathering(lambda: clock.now, clock.sleep)
    commits(clock, gathering, 10 * MOST_IN_VAIN, jobs=1, every=APART / 10)
    assert 10 <= len(clock.slept) <= 17


def test_the_writer_waits_again_when_others_write_too() -> None:
    clock = Clock()
    gathering = Gathering(lambda: clock.now, clock.sleep)
    commits(clock, gathering, 200, jobs=1, every=0.0)
    waited = len(clock.slept)
    commits(clock, gathering, 3 * MOST_IN_VAIN, jobs=2, every=0.0)
    assert len(clock.slept) - waited > MOST_IN_VAIN
