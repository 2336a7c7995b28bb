import { ruleEndpoints, type Simulation } from '@natim/contract/mon/rule'
import type { RuleBodyInput } from '@natim/contract/mon/rule-body'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { DAY_MS, MINUTE_MS } from '@natim/domain/time'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { tickerNow } from '@/ui/ticker.ts'

const AFTER_TYPING_MS = 400
const POLL_MS = 300
/** Retries while the previous run is being cancelled. */
const BUSY_RETRIES = 5

type Result = NonNullable<Simulation['result']>

export interface Backtest {
  /** The latest result; it stays while the next run is in progress. */
  readonly done?: { readonly result: Result; readonly fromMs: number; readonly toMs: number } | undefined
  /** The run in progress. */
  readonly running?: { readonly progress: number; readonly sinceMs: number } | undefined
  readonly problem?: string | undefined
  readonly retry: () => void
  readonly cancel: () => void
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

interface Asked {
  /** Undefined: nothing to judge. */
  readonly body: RuleBody | undefined
  readonly compareId: string | undefined
  readonly days: number
}

/** Backtests the rule, debounced after edits; a previous run is cancelled. */
export function useBacktest({ body, compareId, days }: Asked): Backtest {
  const [done, setDone] = useState<Backtest['done']>()
  const [running, setRunning] = useState<Backtest['running']>()
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  const stop = useRef<AbortController>(undefined)
  // Edits that do not change the judged body start no run.
  const asked = body && JSON.stringify(body)

  useEffect(() => {
    if (asked === undefined) return
    const stopping = new AbortController()
    const { signal } = stopping
    stop.current = stopping
    const isCurrent = () => !signal.aborted
    const rule = JSON.parse(asked) as RuleBodyInput
    async function run(): Promise<void> {
      await wait(AFTER_TYPING_MS, signal)
      setProblem(undefined)
      setRunning({ progress: 0, sinceMs: performance.now() })
      const toMs = Math.floor(tickerNow() / MINUTE_MS) * MINUTE_MS
      const answer = await backtest({ rule, compareId, fromMs: toMs - days * DAY_MS, toMs }, signal, (progress) =>
        setRunning((former) => former && { ...former, progress }),
      )
      if (isCurrent()) setDone(answer)
    }
    run()
      .catch((error: unknown) => {
        if (isCurrent()) setProblem(error instanceof ApiError || error instanceof Failed ? error.message : '回测失败')
      })
      .finally(() => {
        if (isCurrent()) setRunning(undefined)
      })
    return () => stopping.abort(new Failed(''))
  }, [asked, compareId, days, round])

  const retry = useCallback(() => setRound((count) => count + 1), [])
  const cancel = useCallback(() => {
    stop.current?.abort(new Failed(''))
    setRunning(undefined)
  }, [])
  return { done, running, problem, retry, cancel }
}

class Failed extends Error {}

interface Job {
  readonly rule: RuleBodyInput
  readonly compareId: string | undefined
  readonly fromMs: number
  readonly toMs: number
}

async function backtest({ rule, compareId, fromMs, toMs }: Job, signal: AbortSignal, tell: (progress: number) => void) {
  const body = { rule, fromMs, toMs, ...(compareId !== undefined && { compareId }) }
  const { id } = await startWhenFree(body, signal)
  try {
    for (;;) {
      const { state, progress, result, error } = await look(id, signal)
      if (state === 'done' && result) return { result, fromMs, toMs }
      if (state === 'failed' || state === 'cancelled') throw new Failed(error ?? '回测已取消')
      tell(progress)
      await wait(POLL_MS, signal)
    }
  } finally {
    // Cancelling a finished run is a no-op.
    if (signal.aborted) call(ruleEndpoints.cancelSimulation, { query: { id } }, { silent: true }).catch(() => undefined)
  }
}

const LOOKS = 5

/** Polls the progress; a failed poll does not end the run. */
async function look(id: string, signal: AbortSignal): Promise<Simulation> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(ruleEndpoints.simulation, { query: { id } }, { silent: true, signal })
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError && error.mayPass) || attempt >= LOOKS) throw error
      await wait(POLL_MS * attempt, signal)
    }
  }
}

/** Only one runs at a time; retries while the previous one is being cancelled. */
async function startWhenFree(body: Parameters<typeof start>[0], signal: AbortSignal): Promise<{ id: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(body)
    } catch (error) {
      const isBusy = error instanceof ApiError && error.message.startsWith('已有回测')
      if (!isBusy || attempt >= BUSY_RETRIES) throw error
      await wait(POLL_MS, signal)
    }
  }
}

const start = (body: Parameters<typeof call<(typeof ruleEndpoints)['simulate']>>[1]['body']) =>
  call(ruleEndpoints.simulate, { body }, { silent: true })
