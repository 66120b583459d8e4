import { CURRENT_VERSION_EXPIRED_FLAGS, FLAGS } from 'aws-cdk-lib/cx-api';

/** Every feature flag of CDK at what CDK does without it, said: whoever puts the stack into an app of theirs has flags of their own. */
export function unchangedFlags(): Record<string, unknown> {
  const flags = Object.entries(FLAGS).filter(([flag]) => !CURRENT_VERSION_EXPIRED_FLAGS.includes(flag));
  return Object.fromEntries(
    flags.map(([flag, { unconfiguredBehavesLike, recommendedValue }]) => [
      flag,
      // A flag that takes no yes or no takes this word for not being there.
      unconfiguredBehavesLike?.v2 ?? (typeof recommendedValue === 'boolean' ? false : 'undefined'),
    ]),
  );
}
