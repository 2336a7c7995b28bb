const NAME = /\.(?:xlsx|xls)$/i
/** Signatures of zip archives and compound documents, the formats of the two kinds of workbook. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const SIGNATURE_BYTES = 4

/** `accept` value of file inputs. */
export const SHEET_ACCEPT = '.xls,.xlsx'

/** Why a file is no workbook, by its name and signature (VA-56); undefined when it may be one. */
export async function sheetFault(file: File): Promise<string | undefined> {
  if (!NAME.test(file.name)) return `${file.name}：仅支持 .xls、.xlsx 格式的文件`
  const bytes = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
  const isSheet = SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte))
  return isSheet ? undefined : `${file.name}：文件内容不是有效的 Excel 文件`
}
