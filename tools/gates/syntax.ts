import { type Comment, type ParseResult, parseSync } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

/**
 * The syntax tree of a file; `.tsx` is parsed as TSX.
 *
 * @throws Error if the file does not parse: a gate must not judge half a file
 */
export function parse(file: SourceFile): ParseResult {
  const result = parseSync(file.path, file.text)
  const first = result.errors.find((error) => error.severity === 'Error')
  if (first) throw new Error(`${file.path} does not parse: ${first.message}`)
  return result
}

/** 1-based line of a character offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let index = text.indexOf('\n'); index !== -1 && index < offset; index = text.indexOf('\n', index + 1)) line++
  return line
}

/** The text with comments replaced by spaces, line breaks kept, so that offsets and line numbers stay valid. */
export function blankComments(text: string, comments: readonly Comment[]): string {
  let result = ''
  let from = 0
  for (const comment of comments) {
    result += text.slice(from, comment.start) + text.slice(comment.start, comment.end).replaceAll(/[^\n]/g, ' ')
    from = comment.end
  }
  return result + text.slice(from)
}
