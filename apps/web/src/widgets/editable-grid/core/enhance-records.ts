import { ENHANCE_RECORDS_PER_CODE } from '@natim/contract/constants'
import { type EnhanceRecord, enhanceRecord } from '@natim/contract/grid-column'
import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from '@/lib/storage.ts'

const keyOf = (code: string) => `enhance_${code}`

function read(code: string): readonly EnhanceRecord[] {
  const stored = enhanceRecord.array().safeParse(readStored(keyOf(code)))
  return stored.success ? stored.data : []
}

/**
 * Enhancement records by code, the newest 16 of each, in state and in this browser (WG-210). They are stored, never
 * executed (D-40).
 */
export function createEnhanceRecords() {
  const store = createStore<Readonly<Record<string, readonly EnhanceRecord[]>>>(() => ({}))
  const list = (code: string): readonly EnhanceRecord[] => {
    const known = store.getState()[code]
    if (known) return known
    const stored = read(code)
    store.setState({ [code]: stored })
    return stored
  }
  return {
    list,
    /** @throws ZodError when the record has no code */
    add(record: EnhanceRecord): void {
      const { code } = enhanceRecord.parse(record)
      const records = [...list(code), record].slice(-ENHANCE_RECORDS_PER_CODE)
      store.setState({ [code]: records })
      writeStored(keyOf(code), records, null)
    },
    subscribe: store.subscribe,
  }
}
