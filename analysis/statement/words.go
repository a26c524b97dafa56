package statement

import (
	"regexp"
	"strings"
)

// numbersInWords writes large round numbers in digits: at most one million, two hundred, a hundred thousand.
func numbersInWords(text string) string {
	return largeNumber.ReplaceAllStringFunc(text, func(m string) string {
		words := strings.Fields(strings.ToLower(m))
		digits := factors[words[0]]
		for _, w := range words[1:] {
			digits += zerosOf[w]
		}
		return digits
	})
}

var (
	largeNumber = regexp.MustCompile(`(?i)\b(?:a|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred)` +
		`(?: (?:hundred|thousand|million|billion|trillion))+\b`)
	factors = map[string]string{
		"a": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
		"nine": "9", "ten": "10", "twenty": "20", "fifty": "50", "hundred": "100",
	}
	zerosOf = map[string]string{
		"hundred": "00", "thousand": "000", "million": "000000", "billion": "000000000", "trillion": "000000000000",
	}
)
