/** Uses the machine's fonts; a PDF embeds those it uses. */
export const PAPER_CSS = `
@page { size: A4; margin: 18mm 14mm 16mm;
  @top-left { font-size: 8pt; color: #595959 } @top-right { font-size: 8pt; color: #595959 }
  @bottom-center { content: counter(page) " / " counter(pages); font-size: 8pt; color: #595959 } }
* { box-sizing: border-box }
html { background: #fff; color: #1f1f1f; font: 13px/1.6 "Noto Sans CJK SC","Noto Sans SC","Source Han Sans SC","PingFang SC","Microsoft YaHei",sans-serif }
body { margin: 0 auto; max-width: 760px; padding: 24px }
header { display: flex; justify-content: space-between; gap: 16px; color: #595959; font-size: 12px }
h1 { margin: 12px 0 2px; font-size: 22px }
h2 { margin: 20px 0 6px; font-size: 15px }
.sub { margin: 0 0 12px; color: #595959 }
.say { margin: 0 0 6px }
.note { margin: 0 0 12px; padding: 8px 12px; border: 1px solid #91caff; background: #e6f4ff }
.foot { margin: 6px 0 0; color: #595959; font-size: 12px }
table { width: 100%; border-collapse: collapse; font-size: 11px; font-variant-numeric: tabular-nums }
th, td { padding: 4px 5px; border-bottom: 1px solid #d9d9d9; text-align: left; vertical-align: top }
thead th { border-top: 1.5px solid #1f1f1f; border-bottom: 1px solid #1f1f1f; font-weight: 600 }
td:first-child { font-weight: 600 }
.n { text-align: right }
th, td { white-space: nowrap }
.wide { overflow-x: auto }
thead { display: table-header-group }
tr, svg { break-inside: avoid }
h2 { break-after: avoid }
svg { width: 100%; height: auto }
@media print { th, td { white-space: normal; overflow-wrap: break-word } th { word-break: keep-all } td.n, .k { white-space: nowrap } .wide { overflow: visible } body { max-width: none; padding: 0 } header { display: none } table { font-size: 8pt } }
@media (max-width: 480px) { body { padding: 12px } }
`
