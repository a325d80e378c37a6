import type { MonitoringReply } from '#contract/admin.ts';
import { formatIfMoment } from '#web/lib/format/format-date.ts';
import { Card } from '#web/ui/card.tsx';

import { CardGrid } from '../card-grid.tsx';
import { Facts } from '../facts.tsx';
import { formatBytes, formatCount, formatDuration, formatMomentExactly } from '../format.ts';
import { Monitored } from '../monitored.tsx';
import { systemCopy } from '../system-copy.ts';

const copy = systemCopy.systemTab;

/** Status of the server process that answered. */
export function SystemTab() {
  return <Monitored>{({ system }) => <SystemCards system={system} />}</Monitored>;
}

type System = MonitoringReply['system'];

function SystemCards({ system }: { system: System }) {
  const { environment, nodeVersion, uptime, timestamp, inFlight } = system;
  return (
    <CardGrid>
      <div className="grid gap-5 md:gap-6">
        <Card title={copy.process}>
          <Facts
            facts={[
              [copy.environment, environment],
              [copy.runtimeVersion, copy.node(nodeVersion)],
              [copy.uptime, formatDuration(uptime)],
              [copy.timestamp, formatMomentExactly(timestamp)],
            ]}
          />
        </Card>
        <Card title={copy.textsInFlight}>
          <Facts
            facts={[
              [copy.texts, copy.of(formatCount(inFlight.texts), formatCount(inFlight.textsMax))],
              [copy.modelCalls, copy.of(formatCount(inFlight.modelCalls), formatCount(inFlight.modelCallsMax))],
              [copy.modelCallsWaiting, formatCount(inFlight.modelCallsWaiting)],
              [copy.carrierCalls, formatCount(inFlight.carrierCalls)],
              [copy.carrierCallsWaiting, formatCount(inFlight.carrierCallsWaiting)],
            ]}
          />
        </Card>
      </div>
      <div className="grid gap-5 md:gap-6">
        <DeploymentCard deployment={system.deployment} />
        <MemoryCard memory={system.memoryUsage} />
      </div>
    </CardGrid>
  );
}

function DeploymentCard({ deployment: { branch, commitSha, deployTime } }: Pick<System, 'deployment'>) {
  return (
    <Card title={copy.deployment}>
      <Facts
        facts={[
          [copy.branch, branch ?? copy.unknown],
          [copy.commit, commitSha === null ? copy.unknown : <span title={commitSha}>{commitSha.slice(0, 7)}</span>],
          [copy.deployed, deployTime === null ? copy.unknown : formatIfMoment(deployTime)],
        ]}
      />
    </Card>
  );
}

function MemoryCard({
  memory: { rss, heapUsed, heapTotal, external, arrayBuffers },
}: {
  memory: System['memoryUsage'];
}) {
  const max = Math.max(heapTotal, 1);
  return (
    <Card title={copy.memoryUsage}>
      <Facts
        facts={[
          [copy.residentSet, formatBytes(rss)],
          [copy.heapUsed, formatBytes(heapUsed)],
          [copy.heapTotal, formatBytes(heapTotal)],
          [copy.external, formatBytes(external)],
          [copy.arrayBuffers, formatBytes(arrayBuffers)],
        ]}
      />
      <progress aria-label={copy.heapUsedOfTotal} value={heapUsed} max={max} className="meter mt-4" />
      <p className="mt-2 text-sm text-muted">{copy.heapShare(Math.round((100 * heapUsed) / max))}</p>
    </Card>
  );
}
