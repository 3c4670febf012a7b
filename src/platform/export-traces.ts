import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { recordSpans } from './tracing.ts'

interface Export {
  /** Of an OTLP collector over HTTP, without `/v1/traces`. */
  endpoint: string
  serviceName: string
  version: string
  /** Of the traces that begin here, how many are kept: 0 to 1. */
  ratio: number
}

/** Sends the spans of this process to a collector. @returns what sends the rest and ends it */
export function exportTraces({ endpoint, serviceName, version, ratio }: Export): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  const stopRecording = recordSpans()
  return async () => {
    stopRecording()
    await provider.shutdown().catch(() => {})
    for (const api of [trace, context, propagation]) api.disable()
  }
}
