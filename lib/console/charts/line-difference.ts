/** Of a longer output the last lines are compared: the work is the product of both. */
const COMPARED_MAX = 400;
/** Same lines that are shown around others. */
const AROUND = 2;

/** A line of both outputs, of the good one alone, of the failed one alone, or so many same ones that are left out. */
export type DiffLine = { kind: 'same' | 'gone' | 'new'; text: string } | { kind: 'left-out'; count: number };

/** The lines of a failed output against those of a good one. Lines that differ in their numbers alone are the same. */
export function lineDifference(good: string, failed: string): DiffLine[] {
  const [before, after] = [linesOf(good), linesOf(failed)];
  const common = longestCommon(before.map(masked), after.map(masked));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  for (const [sameRow, sameColumn] of [...common, [before.length, after.length] as const]) {
    for (; row < sameRow; row += 1) lines.push({ kind: 'gone', text: before[row] ?? '' });
    for (; column < sameColumn; column += 1) lines.push({ kind: 'new', text: after[column] ?? '' });
    const text = after[column];
    if (text !== undefined) lines.push({ kind: 'same', text });
    row += 1;
    column += 1;
  }
  return folded(lines);
}

/** Where two lists have the same, as pairs of places: their longest common subsequence. */
function longestCommon(one: readonly string[], other: readonly string[]): [number, number][] {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        one[row] === other[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < one.length && column < other.length;) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Same lines with others around them are enough to find one's way; the rest of them is counted. */
function folded(lines: readonly DiffLine[]): DiffLine[] {
  const isShown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: DiffLine[] = [];
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isShown[at]) shown.push(line);
    else if (last?.kind === 'left-out') last.count += 1;
    else shown.push({ kind: 'left-out', count: 1 });
  }
  return shown;
}

const linesOf = (output: string) => output.trimEnd().split(/\r?\n/).slice(-COMPARED_MAX);

/** Times, counts and process ids differ each night. */
const masked = (line: string) => line.replace(/\d+/g, '0').trimEnd();
