import type { Industry } from '../sites.data.ts'
import type { ChannelTemplate, DemoStationType } from '../types.ts'
import type { Moment } from './moment.ts'
import type { Noise } from './noise.ts'
import type { Weather } from './weather.ts'

/** Inputs of a signal model. */
export interface SignalScene {
  readonly channel: ChannelTemplate
  readonly weather: Weather
  readonly noise: Noise
  /** Fixed number in [0, 1) of the channel; each `salt` gives another one. */
  readonly trait: (salt: number) => number
  /** Shared by all channels of the device: a person's resting pulse and breathing correlate. */
  readonly deviceTrait: (salt: number) => number
  /** Noise shared by all channels of the device. */
  readonly deviceNoise: Noise
  readonly stationType: DemoStationType | null
  readonly industry: Industry | null
}

/** Value in the storage unit, before rounding to the channel's decimals. */
export type SignalModel = (moment: Moment) => number
/** Prepares the model of one channel. */
export type SignalFactory = (scene: SignalScene) => SignalModel
