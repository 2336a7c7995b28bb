import type { ControlProps } from '../control-props.ts'

export interface MarkdownEditorProps extends ControlProps<string> {
  /** Total height in px, including the bar; 300 by default, at least 200 (spec §9). */
  readonly heightPx?: number
}
