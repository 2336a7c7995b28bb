/** An export that cannot be; its message is shown. Anything else thrown is shown as an internal error. */
export class ExportRefusal extends Error {
  override readonly name = 'ExportRefusal'
}
