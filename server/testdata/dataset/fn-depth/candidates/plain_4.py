class Solution:
    def depth(self, text):
        count = {'(': 0, '[': 0}
        deepest = 0
        for ch in text:
            if ch == '(' or ch == '[':
                count[ch] += 1
                deepest = max(deepest, sum(count.values()))
            else:
                key = '(' if ch == ')' else '['
                count[key] -= 1
                if count[key] < 0:
                    return -1
        return deepest if not any(count.values()) else -1
