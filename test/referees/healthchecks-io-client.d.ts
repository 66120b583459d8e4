/** The part of the client that is used here; it brings no types. */
declare module 'healthchecks-io-client' {
  type Answer = Promise<Record<string, unknown>>;

  export class HealthChecksApiClient {
    constructor(options: { apiKey: string; baseUrl: string; apiVersion: number });
    getChecks(tags?: string[]): Answer;
    getCheck(uuid: string): Answer;
    createCheck(check: object): Answer;
    updateCheck(uuid: string, check: object): Answer;
    pauseCheck(uuid: string): Answer;
    deleteCheck(uuid: string): Answer;
    listPings(uuid: string): Answer;
    listFlips(uuid: string, params: object): Answer;
    getIntegrations(): Answer;
  }
}
