/** An impossible export; its message is shown to the user. Any other error is shown as an internal one. */
export class ExportRefusal extends Error {
  override readonly name = 'ExportRefusal'
}
