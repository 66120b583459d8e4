/** A UUID of version 4, random but for six bits (RFC 9562 section 5.4), in the case that its owner likes. */
export const DEVICE_ID_FORM =
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

/** The id of a device as it is kept, in lower case; undefined for a text that is the id of none. */
export function readDeviceId(text: string): string | undefined {
  return DEVICE_ID_FORM.test(text) ? text.toLowerCase() : undefined;
}
