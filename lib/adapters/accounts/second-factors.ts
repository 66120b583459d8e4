import { required, type Config } from '../../config/config.ts';
import { EnrolmentRefused, type SecondFactors } from './factor-port.ts';

export type FactorsConfig = Pick<Config, 'identity' | 'region' | 'standIns'>;

/** The second factors of a user pool of ours; of another issuer nothing is known, and nobody enrols by way of us. */
export function openSecondFactors(config: FactorsConfig): SecondFactors {
  const pool = async () => {
    const { clientSecret } = required(config.identity, 'who signs people in');
    if (!('userPool' in clientSecret)) return null;
    const { poolFactors } = await import('./pool-factors.ts');
    return poolFactors(clientSecret.userPool, config);
  };
  const enrolling = async () => {
    const factors = await pool();
    if (!factors) throw new EnrolmentRefused(new Error('The issuer is no user pool.'));
    return factors;
  };
  return {
    areShownBy: async (subject) => (await pool())?.areShownBy(subject) ?? false,
    isEnrolled: async (accessToken) => (await enrolling()).isEnrolled(accessToken),
    begin: async (accessToken) => (await enrolling()).begin(accessToken),
    finish: async (accessToken, code) => (await enrolling()).finish(accessToken, code),
    remove: async (accessToken) => (await enrolling()).remove(accessToken),
    removeOf: async (subject) => (await enrolling()).removeOf(subject),
  };
}
