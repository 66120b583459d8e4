/** The list of monitors. */
export function Screen() {
  return (
    <>
      <h1>Monitors</h1>
    </>
  );
}
