"""Which header of the standard library of C or C++, or of POSIX, has a name that one header alone is meant for."""

from collections.abc import Mapping
from typing import Final

__all__ = ["CPP_HEADERS", "C_HEADERS", "is_c_function", "is_standard_header"]

_CPP: Final = {
    "algorithm": "sort stable_sort find find_if find_if_not any_of all_of none_of count_if copy_if transform fill "
    "remove_if replace reverse rotate unique lower_bound upper_bound binary_search min_element max_element clamp "
    "for_each equal partition nth_element",
    "array": "array",
    "atomic": "atomic atomic_flag memory_order",
    "bitset": "bitset",
    "charconv": "from_chars to_chars",
    "condition_variable": "condition_variable",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t",
    "deque": "deque",
    "exception": "exception exception_ptr current_exception",
    "expected": "expected unexpected",
    "filesystem": "filesystem",
    "format": "format",
    "fstream": "ifstream ofstream fstream",
    "functional": "function bind hash reference_wrapper ref cref",
    "future": "future promise async packaged_task shared_future",
    "iomanip": "setw setprecision setfill",
    "iostream": "cout cerr cin clog",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared enable_shared_from_this",
    "mutex": "mutex lock_guard unique_lock scoped_lock recursive_mutex once_flag call_once",
    "numbers": "numbers",
    "numeric": "accumulate iota reduce inner_product partial_sum gcd lcm",
    "optional": "optional nullopt make_optional",
    "queue": "queue priority_queue",
    "random": "mt19937 random_device uniform_int_distribution uniform_real_distribution normal_distribution",
    "ranges": "ranges views",
    "regex": "regex smatch regex_match regex_search regex_replace",
    "set": "set multiset",
    "shared_mutex": "shared_mutex shared_lock",
    "span": "span",
    "sstream": "stringstream ostringstream istringstream",
    "stack": "stack",
    "stdexcept": "runtime_error logic_error invalid_argument out_of_range domain_error length_error range_error",
    "string": "string wstring to_string stoi stol stoul stod stof getline",
    "string_view": "string_view",
    "thread": "thread jthread this_thread",
    "tuple": "tuple make_tuple tie",
    "typeindex": "type_index",
    "unordered_map": "unordered_map unordered_multimap",
    "unordered_set": "unordered_set unordered_multiset",
    "variant": "variant visit monostate get_if holds_alternative",
    "vector": "vector",
}
_C: Final = {
    "assert.h": "assert",
    "ctype.h": "isalpha isdigit isspace isalnum isupper islower isxdigit toupper tolower",
    "errno.h": "errno ENOENT EINVAL EINTR ENOMEM EEXIST EAGAIN",
    "float.h": "DBL_MAX DBL_EPSILON FLT_MAX FLT_EPSILON",
    "inttypes.h": "PRIu64 PRId64 PRIu32 PRId32",
    "limits.h": "INT_MAX INT_MIN UINT_MAX LONG_MAX CHAR_BIT PATH_MAX",
    "math.h": "sqrt sin cos tan floor ceil pow fabs fmod atan2 hypot lround M_PI",
    "signal.h": "signal sigaction SIGINT SIGTERM",
    "stdarg.h": "va_list va_start va_end va_arg",
    "stdbool.h": "bool true false",
    "stddef.h": "offsetof ptrdiff_t",
    "stdint.h": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t SIZE_MAX "
    "UINT32_MAX INT32_MAX UINT8_MAX UINT16_MAX",
    "stdio.h": "printf fprintf snprintf sprintf puts fputs fgets fopen fclose fread fwrite perror stderr stdout "
    "stdin FILE",
    "stdlib.h": "malloc calloc realloc free exit abort atoi strtol strtoul strtod qsort getenv EXIT_FAILURE "
    "EXIT_SUCCESS",
    "string.h": "strlen strcmp strncmp strcpy strncpy strcat strchr strrchr strstr strdup memcpy memset memmove "
    "memcmp strerror strcspn strspn",
    "time.h": "time_t clock_gettime strftime localtime gmtime mktime",
    "unistd.h": "read write close lseek fsync ftruncate unlink rmdir access isatty chdir getcwd pipe dup dup2 fork "
    "execv execve execvp sleep usleep getpid getppid getuid geteuid STDIN_FILENO STDOUT_FILENO STDERR_FILENO",
}


_OTHERS: Final = """
    any barrier bit cassert cctype cerrno cfenv cfloat chrono cinttypes climits clocale cmath codecvt compare
    complex complex.h concepts coroutine csetjmp csignal cstdarg cstddef cstdio cstdlib cstring ctime cuchar cwchar
    cwctype dirent.h dlfcn.h execution fcntl.h fenv.h forward_list getopt.h initializer_list ios iosfwd iso646.h
    istream iterator latch locale locale.h memory_resource netdb.h new ostream poll.h pthread.h pwd.h ratio regex.h
    scoped_allocator semaphore semaphore.h setjmp.h source_location spawn.h stdalign.h stdatomic.h stdnoreturn.h
    stop_token streambuf strings.h syncstream syslog.h system_error termios.h tgmath.h threads.h type_traits
    typeinfo uchar.h utility valarray version wchar.h wctype.h
"""
_FOLDERS: Final = ("sys/", "netinet/", "arpa/", "net/")
_NO_FUNCTIONS: Final = frozenset(("bool", "errno", "false", "stderr", "stdin", "stdout", "true", "va_list"))
_STANDARD: Final = frozenset((*_CPP, *_C, *_OTHERS.split()))


def is_standard_header(path: str) -> bool:
    """Whether a header is one of C, C++ or POSIX, of which is known what it gives."""
    return path in _STANDARD or path.startswith(_FOLDERS)


def is_c_function(name: str) -> bool:
    """Whether a name of `C_HEADERS` is called: it is no type, constant or variable."""
    return name.islower() and not name.endswith("_t") and name not in _NO_FUNCTIONS


def _by_name(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: header for header, names in headers.items() for name in names.split()}


CPP_HEADERS: Final = _by_name(_CPP)
"""Of names behind `std::`. Without `pair`, `move` and the like, which most headers have."""
C_HEADERS: Final = _by_name(_C)
