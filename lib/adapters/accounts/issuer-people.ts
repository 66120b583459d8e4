import type { Config } from '../../config/config.ts';

/** The people of the user pool of the stack. */
export interface People {
  /** Removes a person; one that is gone stays so, and one of another issuer is left to it. */
  remove(person: { issuer: string; subject: string }): Promise<void>;
}

/** The people of the configured user pool; where there is none nobody is removed. */
export function openPeople(config: Pick<Config, 'userPool' | 'region' | 'standIns'>): People {
  return {
    remove: async ({ issuer, subject }) => {
      const { userPool } = config;
      if (userPool === null || userPool.issuer !== issuer) return;
      const { removeFromPool } = await import('./pool-people.ts');
      await removeFromPool({ userPool: userPool.id, subject }, config);
    },
  };
}
