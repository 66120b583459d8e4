/** How many bytes a value takes in an answer: Lambda takes the body as a string of a JSON document, where a quote or a backslash is two. */
export function bytesInReply(value: unknown): number {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) + countOf('"', text) + countOf('\\', text);
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
