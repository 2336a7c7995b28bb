import type { ControlProps } from '../control-props.ts'

export interface MarkdownEditorProps extends ControlProps<string> {
  /** px of the whole, bar included; 300 by default, 200 at least (spec §9). */
  readonly heightPx?: number
}
