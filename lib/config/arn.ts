/** The region that an ARN names, its fourth part. */
export function regionOf(arn: string): string {
  return arn.split(':')[3] ?? '';
}
