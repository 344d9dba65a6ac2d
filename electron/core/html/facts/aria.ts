const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Roles of WAI-ARIA 1.2 (section 5.4, without abstract ones), of DPub-ARIA 1.1 and of Graphics-ARIA 1.0; `text` and
 * `image` are common.
 */
export const ariaRoles = words(`
  alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo
  definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img image insertion link list
  listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option
  paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton
  status strong subscript suggestion superscript switch tab table tablist tabpanel term text textbox time timer toolbar tooltip tree treegrid
  treeitem comment
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter
  doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata
  doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak
  doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc
  graphics-document graphics-object graphics-symbol
`);

/** States and properties of WAI-ARIA 1.2 (section 6.7), and those of 1.3 that browsers know. */
export const ariaAttributes = words(`
  aria-activedescendant aria-atomic aria-autocomplete aria-braillelabel aria-brailleroledescription aria-busy aria-checked aria-colcount
  aria-colindex aria-colindextext aria-colspan aria-controls aria-current aria-describedby aria-description aria-details aria-disabled
  aria-dropeffect aria-errormessage aria-expanded aria-flowto aria-grabbed aria-haspopup aria-hidden aria-invalid aria-keyshortcuts
  aria-label aria-labelledby aria-level aria-live aria-modal aria-multiline aria-multiselectable aria-orientation aria-owns aria-placeholder
  aria-posinset aria-pressed aria-readonly aria-relevant aria-required aria-roledescription aria-rowcount aria-rowindex aria-rowindextext
  aria-rowspan aria-selected aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow aria-valuetext
`);
