import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';

import type { SandboxContext, Vendor } from '../context.ts';
import { refuseInvalid } from '../control-errors.ts';
import { installFaultGate } from '../fault-gate.ts';
import { forecastPeriods } from './forecast.ts';

const AlertsBody = z.strictObject({
  alerts: z.array(
    z.strictObject({
      event: z.string().min(1).max(80),
      severity: z.enum(['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown']),
      status: z.enum(['Actual', 'Exercise', 'System', 'Test', 'Draft']).default('Actual'),
    }),
  ),
});
type Alerts = z.infer<typeof AlertsBody>['alerts'];

/** The National Weather Service's API, below `/weather`: a made-up forecast for every point in and around the US. */
export const weather: Vendor = (context) =>
  async function weatherRoutes(app) {
    const state: { alerts: Alerts; calls: number } = { alerts: [], calls: 0 };
    await app.register(async (api) => addApiRoutes(api, context, state));
    await app.register(async (control) => {
      refuseInvalid(control);
      control.get('/sandbox/weather/calls', async () => ({ calls: state.calls }));
      control.put('/sandbox/weather/alerts', async (request) => {
        state.alerts = AlertsBody.parse(request.body).alerts;
        return { alerts: state.alerts };
      });
    });
  };

function addApiRoutes(api: FastifyInstance, context: SandboxContext, state: { alerts: Alerts; calls: number }): void {
  api.setErrorHandler(async (_error, _request, reply) => send(reply, 500, problem(500, 'UnexpectedProblem')));
  api.addHook('onRequest', async (request, reply) => {
    state.calls += 1;
    // The service refuses requests that do not identify their sender.
    if (!request.headers['user-agent']) return send(reply, 403, problem(403, 'Forbidden'));
    return undefined;
  });
  installFaultGate(api, context, { vendor: 'weather', errorBody: (status) => problem(status, 'UnexpectedProblem') });

  api.get('/weather/points/:point', { config: { operation: 'points' } }, async (request, reply) => {
    const { point } = request.params as { point: string };
    const at = readPoint(point);
    if (at === null) return send(reply, 400, problem(400, 'BadRequest'));
    const plain = `${Number(at.latitude.toFixed(4))},${Number(at.longitude.toFixed(4))}`;
    if (plain !== point) return reply.code(301).header('location', `/weather/points/${plain}`).send();
    if (!isCovered(at)) return send(reply, 404, problem(404, 'InvalidPoint'));
    const [gridX, gridY] = cellOf(at);
    return send(reply, 200, {
      id: `https://api.weather.gov/points/${plain}`,
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
      properties: {
        gridId: 'SBX',
        gridX,
        gridY,
        forecast: `${context.addresses.http}/weather/gridpoints/SBX/${gridX},${gridY}/forecast`,
      },
    });
  });

  api.get(
    '/weather/gridpoints/:office/:cell/forecast',
    { config: { operation: 'forecast' } },
    async (request, reply) => {
      const { cell } = request.params as { cell: string };
      const found = /^(\d{1,5}),(\d{1,5})$/.exec(cell);
      if (found === null) return send(reply, 404, problem(404, 'NotFound'));
      const periods = forecastPeriods(Number(found[1]), Number(found[2]), context.clock.now());
      return send(reply, 200, { type: 'Feature', geometry: null, properties: { units: 'us', periods } });
    },
  );

  api.get('/weather/alerts/active', { config: { operation: 'alerts' } }, async (request, reply) => {
    const { point, status } = request.query as { point?: string; status?: string };
    if (point === undefined || readPoint(point) === null) return send(reply, 400, problem(400, 'BadRequest'));
    const wanted = status?.toLowerCase().split(',');
    const found = state.alerts.filter((alert) => wanted?.includes(alert.status.toLowerCase()) ?? true);
    const features = found.map((alert, nth) => ({
      id: `urn:oid:sandbox.${nth}`,
      type: 'Feature',
      geometry: null,
      properties: { ...alert, messageType: 'Alert', headline: `${alert.event} in the sandbox` },
    }));
    return send(reply, 200, {
      type: 'FeatureCollection',
      title: 'Current watches, warnings, and advisories',
      features,
    });
  });
}

type Point = { readonly latitude: number; readonly longitude: number };

function readPoint(text: string): Point | null {
  const found = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text);
  return found === null ? null : { latitude: Number(found[1]), longitude: Number(found[2]) };
}

/** The fifty states, and the territories, roughly. */
function isCovered({ latitude, longitude }: Point): boolean {
  const isAmerican = latitude > 17 && latitude < 72 && longitude > -180 && longitude < -64;
  const isPacific = Math.abs(latitude) < 21 && (longitude > 140 || longitude < -160);
  return isAmerican || isPacific;
}

/** Cells of about 2.5 km, like the service's. */
function cellOf({ latitude, longitude }: Point): [gridX: number, gridY: number] {
  return [Math.round((longitude + 180) * 40), Math.round((latitude + 90) * 40)];
}

/** In the service's own error format (RFC 7807). */
function problem(status: number, name: string): object {
  return { type: `https://api.weather.gov/problems/${name}`, title: name, status, detail: 'A refusal of the sandbox.' };
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  const type = status < 400 ? 'application/geo+json' : 'application/problem+json';
  return reply.code(status).type(type).send(JSON.stringify(body));
}
