/**
 * Longest URL, in characters, that is stored, matched or requested; the setting `maxUrlLength` may only be lower. RFC
 * 9110 §4.1 recommends at least 8,000 octets.
 */
export const maxUrlLength = 8_192;
