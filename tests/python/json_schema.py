"""A validator for the keywords of JSON Schema that the project's own schemas use; any other keyword is an error."""
import operator

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SAID = {"$schema", "$id", "title", "description", "$defs"}
LIMITS = {"minimum": operator.ge, "maximum": operator.le, "exclusiveMinimum": operator.gt}


def is_kind(value, kind):
    if kind in ("number", "integer"):
        return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, KINDS[kind])


class Schema:
    def __init__(self, root):
        self.root = root
        self.known = SAID | set(LIMITS) | {"$ref"} | {name[1:] for name in dir(self) if name.startswith("_") and not name.startswith("__")}

    def faults(self, value, schema=None, at="$"):
        """All faults as "place: what"; empty for a valid value."""
        schema = self.root if schema is None else schema
        assert schema.keys() <= self.known, f"the validator does not know {schema.keys() - self.known}"
        found = []
        for key, argument in schema.items():
            if key in LIMITS and is_kind(value, "number") and not LIMITS[key](value, argument):
                found.append(f"{at}: {value} against {key} {argument}")
            check = getattr(self, "_" + key.lstrip("$"), None)
            if check and key not in SAID:
                found += check(value, argument, schema, at)
        return found

    def _ref(self, value, name, _, at):
        return self.faults(value, self.root["$defs"][name.removeprefix("#/$defs/")], at)

    def _type(self, value, kinds, _, at):
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return [] if any(is_kind(value, kind) for kind in kinds) else [f"{at}: is no {' or '.join(kinds)}"]

    def _const(self, value, wanted, _, at):
        return [] if value == wanted else [f"{at}: is not {wanted}"]

    def _enum(self, value, words, _, at):
        return [] if value in words else [f"{at}: {value} is none of {words}"]

    def _required(self, value, names, _, at):
        return [f"{at}: lacks {name}" for name in names if isinstance(value, dict) and name not in value]

    def _properties(self, value, properties, _, at):
        return [fault for name, one in properties.items() if isinstance(value, dict) and name in value for fault in self.faults(value[name], one, f"{at}.{name}")]

    def _additionalProperties(self, value, allowed, schema, at):
        others = [name for name in value if name not in schema.get("properties", {})] if isinstance(value, dict) else []
        return [fault for name in others for fault in ([f"{at}: {name} is not known"] if allowed is False else self.faults(value[name], allowed, f"{at}.{name}"))]

    def _items(self, value, one, _, at):
        return [fault for i, item in enumerate(value) for fault in self.faults(item, one, f"{at}[{i}]")] if isinstance(value, list) else []

    def _minItems(self, value, least, _, at):
        return [f"{at}: fewer than {least}"] if isinstance(value, list) and len(value) < least else []

    def _maxItems(self, value, most, _, at):
        return [f"{at}: more than {most}"] if isinstance(value, list) and len(value) > most else []

    def _allOf(self, value, all_of, _, at):
        return [fault for one in all_of for fault in self.faults(value, one, at)]

    def _anyOf(self, value, any_of, _, at):
        return [] if any(not self.faults(value, one, at) for one in any_of) else [f"{at}: fits none of anyOf"]

    def _oneOf(self, value, one_of, _, at):
        tried = [self.faults(value, one, at) for one in one_of]
        fits = sum(not faults for faults in tried)
        return [] if fits == 1 else [f"{at}: fits {fits} of oneOf; nearest: {min(tried, key=len)[:3]}"]
