"""The clock of tests goes from timer to timer."""

import math

from teahouse.service.timers import FakeTimers


def test_the_clock_goes_to_the_next_timer_and_fires_that_one_alone() -> None:
    timers, fired = FakeTimers(), list[str]()
    timers.later(30, lambda: fired.append("late"))
    timers.later(20, lambda: fired.append("cancelled")).cancel()
    timers.later(10, lambda: fired.append("soon"))
    assert timers.due == 10
    timers.fire_one()
    assert (timers.now(), fired, timers.due) == (10, ["soon"], 30)
    timers.clear()
    assert timers.due == math.inf


def test_what_a_timer_sets_for_now_is_fired_before_time_goes_on() -> None:
    timers, moments = FakeTimers(), list[float]()

    def soon() -> None:
        timers.later(0, lambda: moments.append(timers.now()))

    timers.later(10, soon)
    timers.advance(50)
    assert (moments, timers.now()) == ([10], 50)
