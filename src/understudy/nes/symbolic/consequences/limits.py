"""Limits of the rules for consequences of an edit that a person may want to tune."""

from typing import Final

__all__ = [
    "IMPORT_BLOCK_LINES",
    "LARGE_REMOVAL_LINES",
    "MANY_REMOVED_IMPORTS",
    "MAX_ADDED_FIELD_LINES",
    "MAX_ANNOTATED_HEADER_LINES",
    "MAX_ANNOTATION_CANDIDATES",
    "MAX_ANNOTATION_EDITS",
    "MAX_ASYNC_BODY_NODES",
    "MAX_ASYNC_CANDIDATES",
    "MAX_BINDING_LINE_CHARS",
    "MAX_BLOCK_OPENING_LINES",
    "MAX_BODY_CALLS",
    "MAX_CACHED_IMPORT_TEXTS",
    "MAX_CALLING_CHANGES",
    "MAX_CALLING_TEXTS",
    "MAX_CALLS_PER_NAME",
    "MAX_CALL_CANDIDATES",
    "MAX_CALL_LINES",
    "MAX_CAUSING_CHANGES",
    "MAX_CHANGED_MEMBERS",
    "MAX_CHANGE_LINES",
    "MAX_CLOSING_DISTANCE_LINES",
    "MAX_CODE_LINE_CHARS",
    "MAX_COMMAND_LINES",
    "MAX_CONSEQUENCE_CANDIDATES",
    "MAX_COUNTED_EDIT_LINES",
    "MAX_DATA_FLOW_STEPS",
    "MAX_DECLARATION_DEPTH",
    "MAX_DECLARATION_TEXTS",
    "MAX_DOC_LINES",
    "MAX_ENCLOSING_FUNCTION_LINES",
    "MAX_ENTRY_LINES",
    "MAX_ERROR_PLACES",
    "MAX_EXTRACTED_PLACES",
    "MAX_EXTRACTED_SCOPE_LINES",
    "MAX_FUNCTION_DEPTH",
    "MAX_HEADER_LINES",
    "MAX_IMPLEMENTATION_CANDIDATES",
    "MAX_IMPORTING_TEXTS",
    "MAX_IMPORT_HEAD_LINES",
    "MAX_INDEX_CANDIDATES",
    "MAX_INSERTION_AGE",
    "MAX_INSERTION_ANCHORS",
    "MAX_INSERTION_CANDIDATES",
    "MAX_INSERTION_EDITS",
    "MAX_INSERTION_LINES",
    "MAX_INSERTION_PLACES",
    "MAX_KEY_LINES",
    "MAX_LINK_DEFINITIONS",
    "MAX_LISTED_NAMES",
    "MAX_LIST_CLIMB_STEPS",
    "MAX_LIST_ELEMENTS",
    "MAX_LITERAL_CHARS",
    "MAX_LOCK_FOLDERS",
    "MAX_MEMBERS",
    "MAX_MEMBER_LINE_CHARS",
    "MAX_MENTIONS",
    "MAX_NAMED_TYPES",
    "MAX_NEWEST_CHANGES",
    "MAX_OPENING_LINES",
    "MAX_OTHER_TEXTS",
    "MAX_OUTDENTED_LINES",
    "MAX_OWNER_LINES",
    "MAX_OWN_ENTRY_LINES",
    "MAX_PARALLEL_CANDIDATES",
    "MAX_PARALLEL_EDIT_LINES",
    "MAX_PARAMETER_CANDIDATES",
    "MAX_PARAMETER_EDIT_LINES",
    "MAX_PASSED_LISTS",
    "MAX_PASSED_VALUES",
    "MAX_PROTOTYPE_CANDIDATES",
    "MAX_QUERY_CHARS",
    "MAX_RECENT_CHANGES",
    "MAX_RELEASE_HEADING_DISTANCE_LINES",
    "MAX_REMOVED_DEFINITIONS",
    "MAX_REMOVED_PARAMETER_WORDS",
    "MAX_REMOVED_USES",
    "MAX_RENAMED_MEMBER_CANDIDATES",
    "MAX_RETURNS",
    "MAX_RETURN_CANDIDATES",
    "MAX_REWRITE_CANDIDATES",
    "MAX_REWRITE_EDITS",
    "MAX_REWRITTEN_LINES",
    "MAX_REWRITTEN_USE_LINES",
    "MAX_ROW_STEPS",
    "MAX_SETTLING_EDITS",
    "MAX_SIBLING_CANDIDATES",
    "MAX_SIBLING_DISTANCE_LINES",
    "MAX_SIBLING_TEXTS",
    "MAX_STATEMENT_CHARS",
    "MAX_STRUCT_LINES",
    "MAX_STRUCT_LITERAL_CANDIDATES",
    "MAX_STYLE_LINES",
    "MAX_TAGS",
    "MAX_TEXT_LINE_CHARS",
    "MAX_THROWING_CANDIDATES",
    "MAX_UNRESOLVED_NAMES",
    "MAX_UNUSED_MENTIONS",
    "MAX_UNUSED_NAMES",
    "MAX_USER_MADE_CAUSES",
    "MAX_VALUE_CANDIDATES",
    "MAX_VALUE_LINE_CHARS",
    "MAX_VALUE_NODES",
    "MAX_VALUE_PLACES",
    "MAX_VALUE_TEXTS",
    "MAX_VANISHED_USES",
    "MAX_WIRE_NAME_LINES",
    "MAX_WIRE_TYPE_LINES",
    "MAX_WRAPPED_ERRORS",
    "MIN_COMMON_TEXT_SHARE",
    "MIN_COUNTED_CHARS",
    "MIN_EXTRACTED_CHARS",
    "MIN_FIELD_COVERAGE",
    "MIN_FORMATTED_LINE_CHARS",
    "MIN_INSERTION_CHARS",
    "MIN_LISTED_FIELDS",
    "MIN_MOVED_DEFINITION_CHARS",
    "MIN_OPENING_EXAMPLES",
    "MIN_OWN_WORD_CHARS",
    "MIN_REGISTERED_SIBLINGS",
    "MIN_REMOVED_NAME_CHARS",
    "MIN_REWRITE_EXAMPLES",
    "MIN_SHARED_FILE_KEYS",
    "MIN_SHARED_KEYS",
    "MIN_SHARED_NAME_RATIO",
    "MIN_STRUCTURAL_METHODS",
    "MIN_TEXT_CHARS",
    "MIN_UNRELATED_FIELDS",
    "MIN_VALUE_CHARS",
    "MIN_VARYING_NUMBERS",
    "NEAR_INSERTION_LINES",
    "REJECTED_ODDS_FACTOR",
]

MAX_CONSEQUENCE_CANDIDATES: Final = 12
"""Candidates that are returned for one request."""
MAX_RECENT_CHANGES: Final = 6
"""Recent edits that are considered."""
MAX_NEWEST_CHANGES: Final = 4
"""Recent edits that can have changed a signature or a member."""
MAX_USER_MADE_CAUSES: Final = 2
"""The user's own edits that are considered beyond those, however many suggestions were accepted since."""
MAX_CAUSING_CHANGES: Final = 3
"""Recent edits that can have removed a definition, added a field or added a parallel line."""
MAX_CALLING_CHANGES: Final = 2
"""Recent edits that can have added an argument to a call, or an import that exists already."""
MAX_CHANGE_LINES: Final = 200
"""An edit of more lines was not made by hand."""
MAX_CODE_LINE_CHARS: Final = 1_000
"""Code on a longer line was generated."""
MAX_OTHER_TEXTS: Final = 6
"""Other texts that are searched for a name or a module."""
MAX_CALLING_TEXTS: Final = 4
"""Other texts that are searched for calls, literals, members, siblings or a definition."""
MAX_IMPORTING_TEXTS: Final = 5
"""Other texts that are searched for imports of a removed definition."""
MAX_HEADER_LINES: Final = 40
"""Lines above a position in which the header of a function can begin."""
MAX_ENCLOSING_FUNCTION_LINES: Final = 400
"""Lines above a position that are searched for the enclosing function."""
MAX_STRUCT_LINES: Final = 200
"""Lines above a field that are searched for its struct."""
MAX_OWNER_LINES: Final = 400
"""Lines above a member that are searched for its type."""
MAX_MEMBER_LINE_CHARS: Final = 400
"""A longer line is not taken for the definition of a member."""
MAX_CALLS_PER_NAME: Final = 60
MAX_CALL_CANDIDATES: Final = 3
MAX_SETTLING_EDITS: Final = 12
"""Recent edits in which the old arguments of a call are looked for."""
MAX_BODY_CALLS: Final = 24
"""Calls of a function's body that may pass its new parameter on."""
MAX_CALL_LINES: Final = 12
"""Lines above an argument in which the beginning of its call is searched."""
MAX_COMMAND_LINES: Final = 40
"""Lines above an argument in which the list of arguments begins, and lines around it in which it is passed on."""
MAX_PARAMETER_EDIT_LINES: Final = 3
"""Lines of an edit that only adds or only removes lines, if it can be one parameter."""
MAX_REWRITTEN_LINES: Final = 4
"""Lines of an edit in which an argument was added, a member renamed or a call replaced."""
MAX_PARAMETER_CANDIDATES: Final = 2
MAX_ADDED_FIELD_LINES: Final = 3
"""Lines by which an edit may grow if it adds fields to a struct."""
MAX_STRUCT_LITERAL_CANDIDATES: Final = 3
MAX_RENAMED_MEMBER_CANDIDATES: Final = 12
MAX_REWRITTEN_USE_LINES: Final = 2
"""Lines for which the use of a changed import is rewritten."""
MANY_REMOVED_IMPORTS: Final = 2
"""With more imports removed at once, the user is probably rewriting the file."""
MAX_REMOVED_DEFINITIONS: Final = 3
"""Definitions of one edit whose uses are looked for."""
MAX_REMOVED_PARAMETER_WORDS: Final = 8
"""Words that a line loses with a parameter: its name, its type and its default value."""
MIN_REMOVED_NAME_CHARS: Final = 3
"""Shorter names of removed definitions are ignored."""
LARGE_REMOVAL_LINES: Final = 12
"""An edit that replaced more lines may have moved them to another place."""
MAX_UNRESOLVED_NAMES: Final = 8
MAX_BINDING_LINE_CHARS: Final = 500
"""A longer line is not searched and counts as a definition of any name."""
MIN_SHARED_NAME_RATIO: Final = 0.5
"""The share of words that two names have in common if one may replace the other."""
MAX_PARALLEL_CANDIDATES: Final = 2
MAX_PARALLEL_EDIT_LINES: Final = 6
MAX_SIBLING_DISTANCE_LINES: Final = 12
"""Lines in which the next sibling of a line is searched."""
IMPORT_BLOCK_LINES: Final = 15
"""Lines at the head of a text whose words are collected at once; divides MAX_IMPORT_HEAD_LINES."""
MAX_IMPORT_HEAD_LINES: Final = 150
"""Lines at the top of a text that are searched for imports before it is parsed."""
MAX_CACHED_IMPORT_TEXTS: Final = 24
MAX_DECLARATION_TEXTS: Final = 3
"""Other texts that are searched for the declaration of a type."""
MAX_DECLARATION_DEPTH: Final = 12
"""How deep types are searched in a syntax tree."""
MAX_MEMBERS: Final = 200
"""Members of a type that are considered."""
MAX_CHANGED_MEMBERS: Final = 4
"""With more members added or removed at once, the type was rewritten."""
MAX_NAMED_TYPES: Final = 6
"""Occurrences of the name of a type that are followed to its definition, to tell whether a text means that type."""
MAX_MENTIONS: Final = 400
"""Mentions of the members of a type in one text."""
MAX_LIST_CLIMB_STEPS: Final = 10
"""Nodes around a mention that are examined."""
MAX_LIST_ELEMENTS: Final = 200
MAX_LITERAL_CHARS: Final = 1_000
"""Behind the name of a type, in which the fields of an object of it are looked for."""
MAX_SIBLING_CANDIDATES: Final = 8
MAX_SIBLING_TEXTS: Final = 6
"""Other texts that are searched for the siblings of a changed member."""
MIN_FIELD_COVERAGE: Final = 0.6
"""The share of the fields of a record that a list mentions if it is one of all fields."""
MIN_UNRELATED_FIELDS: Final = 3
"""So many fields identify a type that is not named near the list."""
MAX_STYLE_LINES: Final = 200
"""Lines from which the quotes and the ends of statements are guessed."""
MAX_IMPLEMENTATION_CANDIDATES: Final = 6
MAX_ASYNC_BODY_NODES: Final = 500
"""Nodes of a function that became async in which calls are looked for."""
MAX_ASYNC_CANDIDATES: Final = 6
MAX_FUNCTION_DEPTH: Final = 24
"""How deep functions are searched in a syntax tree."""
MAX_PROTOTYPE_CANDIDATES: Final = 4
MAX_VALUE_CANDIDATES: Final = 8
MAX_VALUE_TEXTS: Final = 8
"""Other texts that are searched for a changed value."""
MAX_WIRE_TYPE_LINES: Final = 60
"""Lines before and behind a field in which the other fields of its type are looked for."""
MAX_WIRE_NAME_LINES: Final = 4
"""Lines before and behind a key of data in which the other keys of its object are looked for."""
MAX_VALUE_PLACES: Final = 24
"""A value that occurs in more places is not distinctive."""
MAX_VALUE_LINE_CHARS: Final = 1000
"""A longer line is generated, or has more than one value."""
MIN_VALUE_CHARS: Final = 4
"""Shorter values are not distinctive."""
MIN_VARYING_NUMBERS: Final = 3
"""Other numbers behind the same words, from which on two equal ones are equal by chance."""
MAX_TAGS: Final = 5_000
"""Tags of a page that are paired."""
MAX_REMOVED_USES: Final = 6
MAX_INDEX_CANDIDATES: Final = 3
MAX_RETURN_CANDIDATES: Final = 6
MAX_RETURNS: Final = 2_000
"""Nodes of a function that are searched for returns."""
MAX_ENTRY_LINES: Final = 400
"""Lines around a key that are searched for entries of the same shape."""
MIN_SHARED_KEYS: Final = 0.5
"""The share of the keys of an entry that entries of the same shape have in common."""
MIN_LIKE_MAPPINGS: Final = 2
"""Other mappings with names that share a renamed key: two sections of a configuration may have it by chance."""
MAX_DOC_LINES: Final = 60
"""Lines of documentation of a function that are searched for a parameter."""
MAX_OPENING_LINES: Final = 3
"""Lines at the beginning of a function that the user inserted, at most."""
MIN_OPENING_EXAMPLES: Final = 2
"""Functions of one kind that got such lines: one shows nothing about the others."""
MAX_PASSED_VALUES: Final = 3
"""A body that passes a value by the name of a new parameter more often may mean something else by it."""
MAX_ANNOTATION_CANDIDATES: Final = 4
MAX_ANNOTATION_EDITS: Final = 16
"""Recent edits that are searched for annotations."""
MAX_ANNOTATED_HEADER_LINES: Final = 10
"""Lines of a header with annotations that are read."""
MIN_FORMATTED_LINE_CHARS: Final = 88
"""A header up to this length is not wrapped: what the common formatters do."""
MAX_BLOCK_OPENING_LINES: Final = 6
"""Lines of an edit that changes how a block begins."""
MAX_CLOSING_DISTANCE_LINES: Final = 1_000
"""Lines in which the end of a block is searched."""
MAX_INSERTION_EDITS: Final = 16
"""Recent edits that are searched for inserted lines."""
MAX_INSERTION_AGE: Final = 2
"""Edits since the newest insertion of the same lines, after which they are not repeated."""
MAX_INSERTION_LINES: Final = 10
"""Lines of an insertion that is repeated."""
MIN_INSERTION_CHARS: Final = 6
"""Shorter insertions, such as a bracket, are not repeated."""
MAX_INSERTION_ANCHORS: Final = 3
"""Lines above and below an insertion that are compared with other places."""
MAX_INSERTION_PLACES: Final = 40
"""Lines that occur more often in a text are no anchors."""
NEAR_INSERTION_LINES: Final = 6
"""Lines above and below an insertion whose words are compared with other places."""
MAX_INSERTION_CANDIDATES: Final = 4
MAX_LINK_DEFINITIONS: Final = 2_000
"""Definitions of numbered references in a text; with more, none is added or removed."""
MAX_COUNTED_EDIT_LINES: Final = 4
"""Lines of an edit that adds a number to a list."""
MIN_COUNTED_CHARS: Final = 2
"""Shorter numbers are in too many lists."""
REJECTED_ODDS_FACTOR: Final = 0.4
"""Each rejected place of a consequence makes the odds of its other places this much worse."""
MIN_LISTED_FIELDS: Final = 3
"""Fields beside each other, without keys, that are a list of them."""
MAX_OUTDENTED_LINES: Final = 12
"""Lines of one paragraph that lose indentation: a suggestion has no more."""
MAX_EXTRACTED_PLACES: Final = 8
"""Lines that repeat the expression of a new variable."""
MAX_EXTRACTED_SCOPE_LINES: Final = 300
"""Lines below a new variable that are searched for its expression."""
MIN_EXTRACTED_CHARS: Final = 6
"""A shorter expression is not extracted to be written again."""
MAX_RELEASE_HEADING_DISTANCE_LINES: Final = 60
"""How far below a new release the heading of the release before is searched for."""
MAX_OWN_ENTRY_LINES: Final = 20
"""Lines at the beginning of a lock file that describe the project itself."""
MAX_LOCK_FOLDERS: Final = 4
"""The folder of a manifest, and those above it, in which its lock file may be."""
MIN_TEXT_CHARS: Final = 8
"""A shorter string is repeated by chance."""
MIN_OWN_WORD_CHARS: Final = 3
"""A shorter word is in many names."""
MAX_TEXT_LINE_CHARS: Final = 300
"""Longer lines are not searched for strings."""
MAX_VANISHED_USES: Final = 8
"""Lines that use a name that nothing defines any more."""
MIN_COMMON_TEXT_SHARE: Final = 0.6
"""A string that has less in common with the one before says something else."""
MIN_MOVED_DEFINITION_CHARS: Final = 12
"""A shorter definition, such as `i = 0`, may be wanted twice."""
MIN_STRUCTURAL_METHODS: Final = 2
"""Of a protocol: a class with this many methods of it implements it without naming it."""
MIN_REGISTERED_SIBLINGS: Final = 2
"""Of a new definition: as many similar ones must be in a list for it to be added there."""
MAX_THROWING_CANDIDATES: Final = 6
"""Declarations and callers of one method that throws."""
MAX_KEY_LINES: Final = 5_000
"""A longer text of YAML or JSON is data, whose keys are not read."""
MIN_SHARED_FILE_KEYS: Final = 2
"""Of a mapping that two files have in common."""
MAX_WRAPPED_ERRORS: Final = 4
"""Places where an error has no message yet."""
MAX_ERROR_PLACES: Final = 50
"""Lines that pass on an error and are looked at."""
MAX_QUERY_CHARS: Final = 3_000
"""Above an edit, in which the keyword of its statement is searched."""
MAX_LISTED_NAMES: Final = 4
"""Columns that are added to a statement at once, or removed from it."""
MAX_PASSED_LISTS: Final = 3
"""Uses of a statement, or of what it was prepared as, in which its values are searched."""
MAX_ROW_STEPS: Final = 4
"""Variables, from a row back to the query that returns it."""
MAX_REWRITE_EDITS: Final = 16
"""Recent edits that are searched for calls that became another expression."""
MAX_REWRITE_CANDIDATES: Final = 6
MIN_REWRITE_EXAMPLES: Final = 2
"""Calls that became the same expression: one does not show which of its words are arguments."""
MAX_UNUSED_NAMES: Final = 100
"""Words of deleted lines whose declarations are looked for."""
MAX_UNUSED_MENTIONS: Final = 4
"""Lines with a word; one that more lines have is still used."""
MAX_VALUE_NODES: Final = 300
"""Nodes of the value of a variable that are searched for effects."""
MAX_STATEMENT_CHARS: Final = 20_000
"""A longer statement of SQL is data."""
MAX_DATA_FLOW_STEPS: Final = 60
"""Expressions and variables that are followed to tell whether one value is the data of a file."""
MAX_NESTED_LINES: Final = 400
"""Lines above a nested selector, or above a command of YAML, that are searched for what is around it."""
MAX_LIST_LINES: Final = 200
"""Lines above and below an edit in which the items of a numbered list are looked for."""
MAX_CASE_LINES: Final = 300
"""Lines above and below a label in which the other arms of its `case` are looked for."""
