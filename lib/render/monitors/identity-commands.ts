/** Where pings by identity go. */
export interface IdentityWays {
  busArn: string;
  hookArn: string;
}

/** How a job of AWS pings without a secret, at its end: by an event of the bus, or by a call of the function. */
export function identityCommands(
  { busArn, hookArn }: IdentityWays,
  target: { slug: string } | { id: string },
) {
  const head = `${JSON.stringify(target).slice(0, -1)},"exit_code":`;
  const quoted = head.replaceAll('"', String.raw`\"`);
  const entry = `{"EventBusName":"${busArn}","Source":"rollcall.ping","DetailType":"Ping","Detail":"${quoted}`;
  return {
    aws_put_events: `aws events put-events --entries '[${entry}'$?'}"}]'`,
    aws_invoke: `aws lambda invoke --function-name ${hookArn} --cli-binary-format raw-in-base64-out --payload '${head}'$?'}' /dev/stdout`,
  };
}
