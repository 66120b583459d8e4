const COUNTED = new Intl.NumberFormat('en');

/** "5,000". */
export const counted = (number: number): string => COUNTED.format(number);

/** Seconds in the largest unit that they are a whole number of: "5 minutes". */
export function secondsInWords(seconds: number): string {
  const [unit, size] =
    (
      [
        ['days', 86_400],
        ['hours', 3_600],
        ['minutes', 60],
      ] as const
    ).find(([, each]) => seconds % each === 0 && seconds >= 2 * each) ?? (['seconds', 1] as const);
  return `${counted(seconds / size)} ${unit}`;
}
