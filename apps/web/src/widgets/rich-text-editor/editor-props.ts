import type { ControlProps } from '../control-props.ts'

export interface RichTextEditorProps extends ControlProps<string> {
  /** Total height in px, including the bar; 600 by default (spec §9). */
  readonly heightPx?: number
}
