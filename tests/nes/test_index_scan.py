"""The pace of a scan: full speed for a small workspace, a share of a processor for a large one."""

import threading
import time

import pytest

from understudy.nes.index.scan import Pace


class RecordedEvent(threading.Event):
    """An event that notes how long it is waited for, and does not wait."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout or 0.0)
        return False


def use_processor(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.parametrize(
    ("share", "is_busy", "factor"), [(0.5, False, 1.0), (0.5, True, 3.0), (0.1, False, 9.0), (0.1, True, 9.0)]
)
def test_a_scan_sleeps_in_proportion_to_the_processor_time_it_took(
    share: float, is_busy: bool, factor: float
) -> None:
    stop = RecordedEvent()
    pace = Pace(share, stop, lambda: is_busy, unpaced_s=0.0)
    use_processor(0.004)
    pace.keep()
    (slept,) = stop.waits
    assert slept >= 0.004 * factor or slept == 0.25
    pace.keep()
    assert len(stop.waits) == 1


def test_a_scan_does_not_sleep_at_first_unless_requests_are_answered() -> None:
    stop = RecordedEvent()
    busy = [False]
    pace = Pace(0.5, stop, lambda: busy[0], unpaced_s=1_000.0)
    use_processor(0.004)
    pace.keep()
    assert stop.waits == []
    busy[0] = True
    use_processor(0.004)
    pace.keep()
    assert len(stop.waits) == 1


@pytest.mark.parametrize(("unpaced_s", "is_told"), [(0.0, True), (1_000.0, False)])
def test_the_end_of_the_time_at_full_speed_is_told(unpaced_s: float, is_told: bool) -> None:
    told = threading.Event()
    pace = Pace(0.5, RecordedEvent(), lambda: True, unpaced_s, told.set)
    assert not told.is_set()
    use_processor(0.004)
    pace.keep()
    assert told.is_set() is is_told
