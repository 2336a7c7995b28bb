import { CUT_AFTER_CHARS } from '@natim/contract/constants'
import type { Endpoint } from '@natim/contract/endpoint'
import type { Page } from '@natim/contract/envelope'
import { useMemo } from 'react'
import { lazyPart } from '@/lib/lazy-part.ts'
import { type PickedRow, pairOf } from '../picker/pair.ts'
import { Picker, type PickerProps } from '../picker/picker.tsx'
import type { PairSource } from '../picker/use-stored-pairs.ts'
import type { BizSource } from './biz-source.ts'

const BizModal = lazyPart(async () => (await import('./biz-modal.tsx')).BizModal)

export interface BizSelectProps extends PickerProps {
  readonly source: BizSource
  /** The stored field: the id, or a second key. */
  readonly returnKey?: string
  readonly isMulti?: boolean
  /** Without the button, a click on the field opens it (WG-46). */
  readonly hasButton?: boolean
  /** Characters shown of a label; -1 = all (WG-43). */
  readonly length?: number
  /** Endpoint for labels of stored values, if not the list (WG-44). Returns a page or just the rows. */
  readonly valueEndpoint?: Endpoint
}

const rowsOf = (answer: unknown): readonly PickedRow[] =>
  Array.isArray(answer) ? (answer as PickedRow[]) : (answer as Page<PickedRow>).records

/** Chooses rows of a source (WG-42 to WG-46); the value is a comma list of the return key. */
export function BizSelect({
  source,
  returnKey = 'id',
  isMulti = true,
  hasButton = true,
  length = CUT_AFTER_CHARS.biz,
  valueEndpoint = source.list,
  ...picker
}: BizSelectProps) {
  const stored = useMemo<PairSource<Endpoint>>(
    () => ({
      endpoint: valueEndpoint,
      // The trailing comma makes a single value a list (contract/30 §4).
      inputOf: (values) => ({ query: { [returnKey]: `${values.join(',')},`, pageNo: 1, pageSize: values.length } }),
      pairsOf: (answer) => rowsOf(answer).map((row) => pairOf(row, returnKey, source.text)),
    }),
    [valueEndpoint, returnKey, source.text],
  )
  return (
    <Picker
      placeholder={`请选择${source.name}`}
      {...picker}
      source={stored}
      length={length}
      button={hasButton ? `选择${source.name}` : undefined}
      dialog={(dialog) => <BizModal {...dialog} source={source} store={returnKey} isMulti={isMulti} length={length} />}
    />
  )
}
