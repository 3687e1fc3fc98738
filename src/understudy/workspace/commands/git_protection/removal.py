"""Taking away what a command planted in a guarded place, without losing what exists only there.

Everything happens below a descriptor, and no link is followed.
"""

import os
import shutil
import stat
import subprocess

from understudy.workspace.commands.git_protection.snapshot import Identity, SnapshotBudget
from understudy.workspace.commands.limits import MAX_UNCOPIED_SCAN_ENTRIES
from understudy.workspace.commands.root_descriptors import FOLDER_FLAGS

__all__ = ["is_in_folder", "open_folder", "remove", "rename_aside", "restore_name"]


def open_folder(parent: int, name: str) -> int:
    """A folder, also one from which all rights were taken."""
    try:
        return os.open(name, FOLDER_FLAGS, dir_fd=parent)
    except PermissionError:
        place = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        try:
            os.chmod(f"/proc/self/fd/{place}", 0o700)
            return os.open(".", FOLDER_FLAGS, dir_fd=place)
        finally:
            os.close(place)


def is_in_folder(folder: int, wanted: Identity) -> bool:
    return _find_by_identity(folder, wanted) is not None


def restore_name(folder: int, name: str, wanted: Identity) -> bool:
    """Give something that was renamed within its folder its name back; False if it is not there."""
    other = _find_by_identity(folder, wanted)
    if other is None:
        return False
    os.rename(other, name, src_dir_fd=folder, dst_dir_fd=folder)
    return True


def _find_by_identity(folder: int, wanted: Identity) -> str | None:
    with os.scandir(folder) as entries:
        for entry in entries:
            # Only what matches is asked for more than its number.
            if entry.inode() == wanted[1] and entry.stat(follow_symlinks=False).st_dev == wanted[0]:
                return entry.name
    return None


def remove(folder: int, name: str, budget: SnapshotBudget) -> str | None:
    """Remove what stands under the name. If something precious may be in it, it only loses the name.

    Returns the new name then.
    """
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if _may_contain_uncopied(folder, name, found, budget):
        return rename_aside(folder, name)
    if not stat.S_ISDIR(found.st_mode):
        os.unlink(name, dir_fd=folder)
        return None
    try:
        shutil.rmtree(name, dir_fd=folder)
    except (OSError, RecursionError):
        # Made to be hard to remove. What counts is that it no longer has the trusted name.
        refused = rename_aside(folder, name)
        # `rm` goes as deep as it takes; below the descriptor, so that no link can lead it elsewhere.
        subprocess.run(
            ["rm", "-rf", "--", refused],
            cwd=f"/proc/self/fd/{folder}",
            pass_fds=(folder,),
            check=False,
            stderr=subprocess.DEVNULL,
        )
    return None


def rename_aside(folder: int, name: str) -> str:
    """Rename to something that nobody trusts."""
    refused = f"refused-{os.urandom(6).hex()}"
    os.rename(name, refused, src_dir_fd=folder, dst_dir_fd=folder)
    return refused


def _may_contain_uncopied(folder: int, name: str, found: os.stat_result, budget: SnapshotBudget) -> bool:
    if not budget.uncopied:
        return False
    if (found.st_dev, found.st_ino) in budget.uncopied or not budget.all_uncopied_known:
        return True
    if not stat.S_ISDIR(found.st_mode):
        return False
    looked = 0
    try:
        for _, folders, files, fd in os.fwalk(name, dir_fd=folder, onerror=_raise):
            for inner in (*folders, *files):
                looked += 1
                entry = os.stat(inner, dir_fd=fd, follow_symlinks=False)
                if (entry.st_dev, entry.st_ino) in budget.uncopied or looked > MAX_UNCOPIED_SCAN_ENTRIES:
                    return True
    except (OSError, RecursionError):
        # It cannot be looked through, so nobody knows.
        return True
    return False


def _raise(error: OSError) -> None:
    raise error
