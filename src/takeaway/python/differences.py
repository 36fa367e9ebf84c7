"""Says what is wrong with a world, the worst first, against the world after a clean run.

Items are by key; the first part of a key says what the item is. Long values are shown where they differ.
"""

import re

_LINES, _LINE_END = "number of lines", "end of the last line"
_LOST, _WRONG, _BEHIND, _LEFT_OVER = range(4)


def _is_text(value):
    return len(value) > 1 and value[0] == value[-1] == "'"


def _is_bytes(value):
    return value.startswith("x'")


def _size(count):
    return "1 byte" if count == 1 else f"{count} bytes"


def _printable(text):
    return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def _brief(value):
    if _is_bytes(value):
        return value.lower() if len(value) <= 63 else _size(len(value) // 2 - 1)
    if not _is_text(value):
        return value if len(value) <= 60 else value[:59] + "…"
    text = _printable(value[1:-1])
    return f"'{text}'" if len(text) <= 60 else f"'{text[:59]}…'"


def _contrast(value, wanted):
    """Both as a reader sees where they differ, and where that is."""
    if _is_text(value) and _is_text(wanted):
        left, right = _printable(value[1:-1]), _printable(wanted[1:-1])
        before, after, place = 16, 32, lambda at: f" from character {at + 1} on"
    elif _is_bytes(value) and _is_bytes(wanted):
        left, right = bytes.fromhex(value[2:-1]), bytes.fromhex(wanted[2:-1])
        before, after, place = 2, 6, lambda at: f" from offset {at} on"
    else:
        return _brief(value), _brief(wanted), ""
    if max(len(left), len(right)) <= (60 if isinstance(left, str) else 30):
        return _brief(value), _brief(wanted), ""
    at = next((n for n, (one, two) in enumerate(zip(left, right)) if one != two), min(len(left), len(right)))

    def around(all):
        start, end = max(0, at - before), at + after
        part = all[start:end] if isinstance(all, str) else all[start:end].hex()
        part = f"'{'…' if start else ''}{part}{'…' if end < len(all) else ''}'"
        if isinstance(all, str):
            return part
        return f"{_size(len(all))}, which end there" if at >= len(all) else f"{_size(len(all))} with x{part}"

    return around(left), around(right), place(at)


def _copies(items, key):
    return 1 + sum(item.copy_of == key for item in items.values())


def _times(count):
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _wrong(world, key, now, was, goal):
    """(rank, subject, what is wrong, what a clean run does), each."""
    is_mail = key[0] == "mail"
    if goal and not now:
        if was:
            return [(_LOST, goal.subject, " is gone", "")]
        return [(_BEHIND, goal.subject, " was not sent" if is_mail else " is missing", "")]
    if now and not goal:
        if was:
            return [(_BEHIND, now.subject, " is still there", "a clean run removes it")]
        if now.copy_of in world:
            count = _times(_copies(world, now.copy_of))
            return [(_WRONG, world[now.copy_of].subject, f" {'was sent' if is_mail else 'is there'} {count}", "")]
        if key[0].startswith("file"):
            return [(_LEFT_OVER, now.subject, " is left behind", "")]
        if is_mail:
            return [(_WRONG, now.subject, " was sent", "a clean run sends no such mail")]
        rank = _LEFT_OVER if key[0] in ("table", "schema") else _WRONG
        return [(rank, now.subject, " is there", "a clean run leaves none")]
    if now.fields.get(_LINES) == "0":
        still = was and was.fields.get(_LINES) == "0"
        wanted = f"a clean run leaves {_extent(goal)}"
        return [(_BEHIND if still else _WRONG, now.subject, " is still empty" if still else " is empty", wanted)]
    fields = [field for field in {**goal.fields, **now.fields} if now.fields.get(field) != goal.fields.get(field)]
    telling = [field for field in fields if field not in (_LINES, _LINE_END)]
    old = was.fields if was else {}
    joint = ":" if was else " is there, but its"
    return [
        _wrong_field(now.subject, joint, field, now.fields.get(field), old.get(field), goal.fields.get(field))
        for field in (telling or fields)[:2]
    ]


def _wrong_field(subject, joint, field, value, old, wanted):
    if field == _LINE_END:
        return _WRONG, subject, f"{': the' if joint == ':' else joint} last line has {'a' if value == 'a line end' else 'no'} line end", ""
    if value is None:
        rank, word = (_BEHIND, "missing") if old is None else (_LOST, "gone")
        return rank, subject, f"{joint} {field} is {word}", f"a clean run leaves {_brief(wanted)}"
    if wanted is None:
        word = "still there" if value == old else _brief(value)
        return _WRONG, subject, f"{joint} {field} is {word}", "a clean run leaves none"
    left, right, where = _contrast(value, wanted)
    before = "" if where or old in (None, wanted, value) else f"it was {_brief(old)}, "
    said = f"{joint} {field} is {'still ' if value == old else ''}{left}{where}"
    return _BEHIND if old in (None, value) else _WRONG, subject, said, f"{before}a clean run leaves {right}"


def _extent(file):
    lines, content = file.fields.get(_LINES), file.fields.get("content", "")
    if lines is not None:
        return "1 line" if lines == "1" else f"{lines} lines"
    return _size(len(content) // 2 - 1) if _is_bytes(content) else "something in it"


def _right(key, now, was, goal):
    """(subject, what of it is already as after a clean run), or None."""
    if not goal:
        return (was.subject, " is already gone") if was and not now else None
    if now and not was and now == goal:
        return goal.subject, " has already been sent" if key[0] == "mail" else " is already there"
    for field, value in goal.fields.items() if now and was else ():
        old = was.fields.get(field)
        if field not in (_LINES, _LINE_END) and old != value == now.fields.get(field):
            if old is None:
                return goal.subject, f": {field} is already there"
            shown, _, where = _contrast(value, old)
            return goal.subject, f" already has the new {field}" if where else f": {field} is already {shown}"
    return None


def _against(subject, right):
    """What is right, named no further than needed in a sentence about the subject."""
    named, said = right
    if named == subject:
        return re.sub("^: ", "its ", re.sub("^ (?=is|already)", "it ", said))
    table = re.match("[^,:']+, (?=row )", subject)
    return (named.removeprefix(table.group()) if table else named) + said


def _cut(sentence):
    return sentence if len(sentence) <= 300 else sentence[:299] + "…"


def _moments(now, before, after):
    return [(key, now.get(key), before.get(key), after.get(key)) for key in {**after, **now, **before}]


def _worst_first(moments, world, behind):
    wrong = {}
    for key, now, was, goal in moments:
        for rank, subject, said, wanted in _wrong(world, key, now, was, goal) if now != goal else ():
            wrong.setdefault(subject + said, (behind if rank == _BEHIND else rank, rank, subject, said, wanted))
    return sorted(wrong.values(), key=lambda one: one[0])[:5]


def differences(now, before, after):
    """Up to five sentences. What is already right is said once, where it is at odds with the worst."""
    moments = _moments(now, before, after)
    done = sorted((one for one in moments if one[2] != one[3]), key=lambda one: one[0][0] != "mail")
    right = next(filter(None, (_right(*one) for one in done)), None)
    sentences = []
    for _, rank, subject, said, wanted in _worst_first(moments, now, _BEHIND if right else _LEFT_OVER + 1):
        contradicts = not sentences and right and rank in (_LOST, _BEHIND)
        plain = not wanted or contradicts and wanted == "a clean run removes it"
        sentence = subject + said if plain else f"{subject}{said} ({wanted})"
        sentences.append(_cut(f"{sentence}, while {_against(subject, right)}" if contradicts else sentence))
    return sentences


def done_twice(now, after):
    """The same for a world that is as after two clean runs."""
    sentences = []
    for _, _, subject, said, wanted in _worst_first(_moments(now, after, after), now, _BEHIND):
        one = f" ({wanted.replace('a clean run', 'one')})" if wanted.startswith("a clean run leaves") else ""
        sentences.append(_cut(f"{subject}{said}, as after two clean runs{one}"))
    return sentences


def surplus(now, after):
    """Sentences for copies that a clean run does not leave, where nothing else differs."""
    originals = {now[key].copy_of: None for key in now if key not in after}
    if any(now.get(key) != item for key, item in after.items()) or any(key not in after for key in originals):
        return []
    sentences = []
    for key in originals:
        there, leaves = ("was sent", "sends it") if key[0] == "mail" else ("is there", "leaves it")
        count, wanted = _times(_copies(now, key)), _times(_copies(after, key))
        sentences.append(f"{after[key].subject} {there} {count} (a clean run {leaves} {wanted})")
    return sentences[:5]
