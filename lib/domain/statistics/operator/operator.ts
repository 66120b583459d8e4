/** Who runs a deployment, as far as it was set. */
export interface Operator {
  provider: { name: string; url: string | null } | null;
  /** A `mailto:` or https URI for reports of vulnerabilities. */
  securityContact: string | null;
  /** The line by which the MCP registry knows whose the domain is. It is public. */
  registryKey: string | null;
  /** Whom messages of strangers are mailed to. */
  contactTo: string | null;
}
