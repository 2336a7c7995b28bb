/** A row of `mon_sample_pack`; its columns are documented where the table is created. */
export interface Pack {
  readonly deviceId: number
  readonly channelNo: number
  readonly t: Date
  readonly n: number
  readonly step: number
  readonly slots: readonly number[] | null
  readonly dt2: readonly number[] | null
  readonly dt4: readonly number[] | null
  readonly vBase: number
  readonly vDiv: number
  readonly v2: readonly number[] | null
  readonly v4: readonly number[] | null
  readonly v8: readonly number[] | null
  readonly rxBase: number
  readonly rx2: readonly number[] | null
  readonly rx4: readonly number[] | null
  readonly rx8: readonly number[] | null
  readonly qAll: number
  readonly q: readonly number[] | null
}

/** Samples in columns. */
export interface Unpacked {
  readonly deviceNos: number[]
  readonly channelNos: number[]
  readonly ts: Date[]
  readonly rx: Date[]
  readonly v: number[]
  readonly q: number[]
}

/** The samples of these packs, as the view `mon_samples` gives them. */
export function unpack(packs: readonly Pack[]): Unpacked {
  const samples: Unpacked = { deviceNos: [], channelNos: [], ts: [], rx: [], v: [], q: [] }
  for (const pack of packs) {
    const dt = pack.dt4 ?? pack.dt2
    const v = pack.v8 ?? pack.v4 ?? pack.v2
    const rx = pack.rx8 ?? pack.rx4 ?? pack.rx2
    for (let i = 0; i < pack.n; i++) {
      const tsMs = pack.t.getTime() + (pack.slots?.[i] ?? i) * pack.step + (dt?.[i] ?? 0)
      samples.deviceNos.push(pack.deviceId)
      samples.channelNos.push(pack.channelNo)
      samples.ts.push(new Date(tsMs))
      samples.rx.push(new Date(tsMs + pack.rxBase + (rx?.[i] ?? 0)))
      samples.v.push((pack.vBase + (v?.[i] ?? 0)) / pack.vDiv)
      samples.q.push(pack.q?.[i] ?? pack.qAll)
    }
  }
  return samples
}
