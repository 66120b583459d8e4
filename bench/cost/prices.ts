/** List prices of us-east-1 in USD, without free tiers. docs/cost.md says where each was read. */
export const PRICES = {
  httpApiPerM: 1,
  /** Beyond so many million requests a month. */
  httpApiTierM: 300,
  httpApiPerMBeyond: 0.9,
  lambdaCallsPerM: 0.2,
  /** Per GB-second, arm64. */
  lambdaGbSec: 0.0000133334,
  /** At the edges of price class 100, by HTTPS. */
  edgePerM: 1,
  readUnitsPerM: 0.125,
  writeUnitsPerM: 0.625,
  tableGbMonth: 0.25,
  recoveryGbMonth: 0.2,
  dataOutGb: 0.09,
  logsGb: 0.5,
  sqsPerM: 0.4,
  mailsPer1000: 0.1,
  schedulerPerM: 1,
  balancerHour: 0.0225,
  balancerUnitHour: 0.008,
  addressHour: 0.005,
  secret: 0.4,
  alarmMetric: 0.1,
} as const;
