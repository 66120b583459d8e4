/** The CloudWatch namespace of the service's own metrics. */
export const metricNamespace = 'Rollcall';
