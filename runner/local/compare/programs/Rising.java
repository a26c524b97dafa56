import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;

public class Rising {
	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
		int n = Integer.parseInt(in.readLine().trim());
		StringTokenizer tokens = new StringTokenizer(in.readLine());
		int[] tails = new int[n];
		int length = 0;
		Map<Integer, Integer> count = new HashMap<>();
		for (int i = 0; i < n; i++) {
			int x = Integer.parseInt(tokens.nextToken());
			count.merge(x, 1, Integer::sum);
			int low = 0;
			int high = length;
			while (low < high) {
				int middle = (low + high) >>> 1;
				if (tails[middle] < x) low = middle + 1;
				else high = middle;
			}
			tails[low] = x;
			if (low == length) length++;
		}
		int most = 0;
		for (int times : count.values()) most = Math.max(most, times);
		System.out.println(length + " " + count.size() + " " + most);
	}
}
