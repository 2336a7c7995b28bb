import { createDeviceEvents } from '@natim/demo/device-events'
import { createDeviceSignals } from '@natim/demo/device-signals'
import { outageAt } from '@natim/demo/faults'
import { between, unit } from '@natim/demo/hash'
import { buildDemoNetwork, type DemoDevice } from '@natim/demo/network'
import { type Agent, createAgent } from './agent.ts'
import type { Clock } from './clock.ts'
import { createHttpLink } from './http-link.ts'
import type { Link, LinkOptions } from './link.ts'
import { createMqttLink } from './mqtt-link.ts'
import { type DevicePlan, planDevice } from './plan.ts'
import type { Statistics } from './statistics.ts'

export interface FleetOptions {
  readonly mqttUrl: string
  /** API base for devices that use HTTP, e.g. `http://127.0.0.1:3000`. */
  readonly httpUrl: string | undefined
  /** Share of devices that use HTTP instead of MQTT, 0–1. */
  readonly httpShare: number
  readonly secretOf: (clientId: string) => string | undefined
  /** Number of devices, taken from the start of the network, with their gateways. */
  readonly devices: number
  readonly times: number
  readonly loss: number
  readonly isDirty: boolean
  /** Instants of chlorine releases. */
  readonly releasesMs: readonly number[]
  /** Start of the flu wave, epoch ms. */
  readonly fluMs?: number | undefined
  /** Readings are taken from this instant on; those before the start are sent as backlog. Epoch ms. */
  readonly sinceMs: number
  readonly clock: Clock
  readonly statistics: Statistics
  readonly onProblem: (clientId: string, message: string) => void
}

/** A connection with the devices that use it. */
interface Station {
  readonly owner: DevicePlan
  readonly link: Link
  readonly agents: readonly Agent[]
  isCut: boolean
}

export interface Fleet {
  readonly tick: (nowMs: number) => void
  readonly connections: () => { readonly open: number; readonly all: number }
  /** Number of messages in flight. */
  readonly waiting: () => number
  /** Number of points stored on devices. */
  readonly kept: () => number
  readonly close: () => Promise<void>
}

/** Connections opened per tick: 1 040 at once would only queue at the server. */
const JOIN_PER_TICK = 25
const FLAP_CYCLE_MS = 120_000
const FLAP_OPEN_MS = 40_000

export function createFleet(options: FleetOptions): Fleet {
  const network = buildDemoNetwork()
  const signals = createDeviceSignals(network, {
    releasesMs: options.releasesMs,
    stuckSinceMs: options.isDirty ? options.sinceMs : undefined,
    fluMs: options.fluMs,
    hasLeaks: options.isDirty,
  })
  const events = createDeviceEvents(network, { fluMs: options.fluMs })
  const chosen = network.devices.filter((device) => device.kind !== 'gateway').slice(0, options.devices)
  const plans = chosen
    .filter((device) => speaks(device, signals.faultsOf(device).isFlapping, options))
    .map((device) => planDevice(device, network, signals, events))
  const gatewayIds = new Set(plans.flatMap(({ device }) => device.gatewayClientId ?? []))
  const gateways = network.devices.filter((device) => gatewayIds.has(device.clientId))
  const owners = [
    ...plans.filter(({ device }) => device.gatewayClientId === null),
    ...gateways.map((device) => planDevice(device, network, signals, events)),
  ]
  // Shuffled, so that a starting fleet does not connect province by province.
  const joining = owners.toSorted((a, b) => unit(a.device.index, 0x101) - unit(b.device.index, 0x101))
  const stations: Station[] = []

  const join = (owner: DevicePlan) => {
    const children = plans.filter(({ device }) => device.gatewayClientId === owner.device.clientId)
    stations.push(openStation(owner, children, options))
  }

  return {
    tick(nowMs) {
      for (const owner of joining.splice(0, JOIN_PER_TICK)) join(owner)
      for (const station of stations) {
        follow(station, options.isDirty && isAway(station.owner, nowMs))
        for (const agent of station.agents) agent.tick(nowMs)
      }
    },
    connections: () => ({ open: stations.filter(({ link }) => link.isOpen()).length, all: owners.length }),
    waiting: () => stations.reduce((sum, { link }) => sum + link.waiting(), 0),
    kept: () => stations.reduce((sum, { agents }) => sum + agents.reduce((own, agent) => own + agent.kept(), 0), 0),
    close: async () => {
      joining.length = 0
      await Promise.all(stations.map(({ link }) => link.close()))
    },
  }
}

/** Offline and never-activated devices stay silent; flapping ones connect now and then. */
function speaks(device: DemoDevice, isFlapping: boolean, { isDirty, secretOf }: FleetOptions): boolean {
  if (secretOf(device.clientId) === undefined) return false
  return !isDirty || isFlapping || (device.status !== 'offline' && device.status !== 'inactive')
}

function openStation(owner: DevicePlan, children: readonly DevicePlan[], options: FleetOptions): Station {
  const { clientId } = owner.device
  const station: { agents: Agent[] } = { agents: [] }
  const useHttp =
    options.httpUrl !== undefined &&
    owner.device.kind !== 'gateway' &&
    unit(owner.device.index, 0x102) < options.httpShare
  const linkOptions: LinkOptions = {
    url: useHttp ? (options.httpUrl ?? '') : options.mqttUrl,
    clientId,
    secret: options.secretOf(clientId) ?? '',
    onOpen: () => {
      for (const agent of station.agents) agent.handleOpen(options.clock.nowMs())
    },
    onCommand: (payload) => station.agents[0]?.handleCommand(payload, options.clock.nowMs()),
    onProblem: (message) => options.onProblem(clientId, message),
  }
  const link = (useHttp ? createHttpLink : createMqttLink)(linkOptions, options.statistics)
  station.agents = [owner, ...children].map((plan) =>
    createAgent({
      ...options,
      plan,
      link,
      childId: plan === owner ? undefined : plan.device.clientId,
      startMs: options.sinceMs,
    }),
  )
  return { owner, link, agents: station.agents, isCut: false }
}

function isAway({ device, faults }: DevicePlan, nowMs: number): boolean {
  if (faults.isFlapping) return (nowMs + between(0, FLAP_CYCLE_MS, device.index)) % FLAP_CYCLE_MS > FLAP_OPEN_MS
  return outageAt(device.index, nowMs) !== undefined
}

function follow(station: Station, shouldBeCut: boolean): void {
  if (shouldBeCut === station.isCut) return
  station.isCut = shouldBeCut
  if (shouldBeCut) station.link.cut()
  else station.link.reopen()
}
