/** The page for whoever has not been here. */
export function Screen() {
  return (
    <main id="main" class="home">
      <h1>Know when a job goes silent</h1>
      <p>
        Your cron jobs, webhooks and machines answer the roll call. You hear about the one that does not, by
        e-mail or webhook, and again when it is back.
      </p>
      <p>
        <a class="button main" href="/app">
          Open the console
        </a>
      </p>
      <ul>
        <li>
          <a href="/account">Sign in</a>
        </li>
        <li>
          <a href="/api/">API</a>
        </li>
        <li>
          <a href="/api/pricing">Prices</a>
        </li>
        <li>
          <a href="/llms.txt">For agents</a>
        </li>
      </ul>
    </main>
  );
}
