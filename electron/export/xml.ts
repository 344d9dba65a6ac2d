/** Characters that XML 1.0 does not allow, even escaped (section 2.2). */
const notInXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Text for an attribute or an element. */
export const xml = (text: string): string =>
  text.replace(notInXml, '\ufffd').replace(/[&<>"\n\r\t]/g, found => entities[found] ?? found);
