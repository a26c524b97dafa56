class Solution:
    def depth(self, text: str) -> int:
        level = [0]
        opened = []
        for c in text:
            if c in "([":
                opened.append(c)
                level.append(0)
            elif opened and opened[-1] + c in ("()", "[]"):
                opened.pop()
                inner = level.pop()
                level[-1] = max(level[-1], inner + 1)
            else:
                return -1
        return level[0] if not opened else -1
