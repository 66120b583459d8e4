/** Leads to where the documentation explains `what`, beside a form that is being filled in. */
export function HelpLink({ to, what }: { to: string; what: string }) {
  return (
    <a class="help" href={`/docs/${to}`} target="_blank" title="What is this?">
      <span aria-hidden="true">?</span>
      <span class="unseen">Help: {what}</span>
    </a>
  );
}
