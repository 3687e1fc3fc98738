"""A row is unpacked into one more value: its query gets the column."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

GO = """\
package m

func (s *Store) Track(id int64) (*Track, error) {{
	row := s.db.QueryRow({query}, id)
	var t Track
	if err := row.Scan({scan}); err != nil {{
		return nil, err
	}}
	return &t, nil
}}
"""
SCAN = "&t.ID, &t.Title"


def go(
    query: str, new: str = "", *, scan: str = SCAN, then: str = f"{SCAN}, &t.AlbumID", jump: str = ""
) -> RuleCase:
    line, after = (f"	if err := row.Scan({one}); err != nil {{" for one in (scan, then))
    text = GO.format(query=query, scan=scan)
    at = text.split("\n").index(line)
    change = [f"m.go\n@4\n-	row := s.db.QueryRow({query}, id)\n+	row := s.db.QueryRow({new}, id)"]
    assert at == 5
    return RuleCase({"m.go": text}, ((line, after),), change if new else [jump] if jump else [])


def python(query: str, new: str, loop: str = "for title, artist in db.execute({}):") -> RuleCase:
    before, after = loop.format(query), loop.replace("artist", "artist, album").format(query)
    text = f"def f(db):\n    {before}\n        print(title)\n"
    expected = [f"m.py\n@2\n-    {after}\n+    {after.replace(query, new)}"] if new else []
    return RuleCase({"m.py": text}, ((f"    {before}", f"    {after}"),), expected)


ROWS = {
    "at the end": go("`SELECT id, title FROM t`", "`SELECT id, title, album_id FROM t`"),
    "at the beginning": go(
        "`SELECT id, title FROM t`", "`SELECT album_id, id, title FROM t`", then=f"&t.AlbumID, {SCAN}"
    ),
    "two of them": go(
        "`SELECT id, title FROM t`",
        "`SELECT id, title, year, album FROM t`",
        then=f"{SCAN}, &t.Year, &t.Album",
    ),
    "with the name of the table": go(
        "`SELECT t.id, t.title FROM t`", "`SELECT t.id, t.title, t.album_id FROM t`"
    ),
    "in quotes": go('`SELECT "id", "title" FROM t`', '`SELECT "id", "title", "album_id" FROM t`'),
    "columns with other names": go("`SELECT id, name FROM t`", jump="m.go 3:38"),
    "columns of two tables": go("`SELECT t.id, a.title FROM t`", jump="m.go 3:43"),
    "as many columns as values": go("`SELECT id, title, year FROM t`"),
    "all columns": go("`SELECT * FROM t`"),
    "another argument in place of one": go("`SELECT id FROM t`", then="&t.ID, &t.Name"),
    "the result of an INSERT": go(
        "`INSERT INTO t (a) VALUES ($1) RETURNING id, title`",
        "`INSERT INTO t (a) VALUES ($1) RETURNING id, title, album_id`",
    ),
    "a UNION": go("`SELECT id, title FROM t UNION SELECT id, title FROM u`"),
    "a loop of Python": python("'select title, artist from t'", "'select title, artist, album from t'"),
    "a loop of Python over something else": python("'title, artist'", ""),
    "a list with line breaks": RuleCase(
        {
            "m.py": 'def f(db):\n    rows = db.execute("""\n        SELECT\n            title,\n'
            '            artist\n        FROM t\n    """)\n    for title, artist in rows:\n        print(title)\n'
        },
        (("    for title, artist in rows:", "    for title, artist, album in rows:"),),
        ["m.py\n@5\n-            artist\n+            artist,\n+            album"],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_query_gets_the_column(name: str) -> None:
    assert run(ROWS[name], "selected-column") == ROWS[name].expected
