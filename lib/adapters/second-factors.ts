import { told, type Config } from '../runtime/config.ts';

/** What the issuer keeps of people's second factors, beside what its tokens say. */
export interface SecondFactors {
  /** Whether a person could not have signed in just now without one; false where the issuer keeps nothing we may read. */
  areShownBy(subject: string): Promise<boolean>;
}

export type FactorsConfig = Pick<Config, 'identity' | 'region' | 'standIns'>;

/** The second factors of the configured issuer: of a user pool of ours, else nothing is known. */
export function openSecondFactors(config: FactorsConfig): SecondFactors {
  return {
    areShownBy: async (subject) => {
      const { clientSecret } = told(config.identity, 'who signs people in');
      if (!('userPool' in clientSecret)) return false;
      const { hasPoolFactor } = await import('./pool-factors.ts');
      return hasPoolFactor({ userPool: clientSecret.userPool, subject }, config);
    },
  };
}
