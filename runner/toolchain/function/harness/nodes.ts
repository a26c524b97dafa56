interface ListNode { val: number; next: ListNode | null; }
function ListNode(this: any, val?: number, next?: ListNode | null) {
  this.val = val === undefined ? 0 : val;
  this.next = next === undefined ? null : next;
}

interface TreeNode { val: number; left: TreeNode | null; right: TreeNode | null; }
function TreeNode(this: any, val?: number, left?: TreeNode | null, right?: TreeNode | null) {
  this.val = val === undefined ? 0 : val;
  this.left = left === undefined ? null : left;
  this.right = right === undefined ? null : right;
}
