import type { ControlProps } from '../control-props.ts'

export interface RichTextEditorProps extends ControlProps<string> {
  /** px of the whole, bar included; 600 by default (spec §9). */
  readonly heightPx?: number
}
