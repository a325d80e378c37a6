import type { MonitoringReply } from '#contract/admin.ts';
import { Card } from '#web/ui/card.tsx';

import { Facts } from '../facts.tsx';
import { formatBytes, formatDuration, formatMoment, formatMomentExactly } from '../format.ts';
import { Monitored } from '../monitored.tsx';

/** Status of the server process that answered. */
export function SystemTab() {
  return <Monitored>{({ system }) => <SystemCards system={system} />}</Monitored>;
}

type System = MonitoringReply['system'];

function SystemCards({ system }: { system: System }) {
  const { environment, nodeVersion, uptime, timestamp, inFlight } = system;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
      <div className="grid gap-5 md:gap-6">
        <Card title="Process">
          <Facts
            facts={[
              ['Environment', environment],
              ['Runtime version', `Node.js ${nodeVersion}`],
              ['Uptime', formatDuration(uptime)],
              ['Timestamp', formatMomentExactly(timestamp)],
            ]}
          />
        </Card>
        <Card title="Texts in flight">
          <Facts
            facts={[
              ['Texts', `${inFlight.texts} of ${inFlight.textsMax}`],
              ['Calls to the model', `${inFlight.modelCalls} of ${inFlight.modelCallsMax}`],
              ['Waiting for the model', String(inFlight.modelCallsWaiting)],
              ['Calls to the carrier', String(inFlight.carrierCalls)],
              ['Waiting for the carrier', String(inFlight.carrierCallsWaiting)],
            ]}
          />
        </Card>
      </div>
      <div className="grid gap-5 md:gap-6">
        <DeploymentCard deployment={system.deployment} />
        <MemoryCard memory={system.memoryUsage} />
      </div>
    </div>
  );
}

function DeploymentCard({ deployment: { branch, commitSha, deployTime } }: Pick<System, 'deployment'>) {
  return (
    <Card title="Deployment">
      <Facts
        facts={[
          ['Branch', branch ?? 'unknown'],
          ['Commit', commitSha === null ? 'unknown' : <span title={commitSha}>{commitSha.slice(0, 7)}</span>],
          ['Deployed', deployTime === null ? 'unknown' : readTime(deployTime)],
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
    <Card title="Memory usage">
      <Facts
        facts={[
          ['Resident set (RSS)', formatBytes(rss)],
          ['Heap used', formatBytes(heapUsed)],
          ['Heap total', formatBytes(heapTotal)],
          ['External', formatBytes(external)],
          ['Array buffers', formatBytes(arrayBuffers)],
        ]}
      />
      <progress aria-label="Heap used of heap total" value={heapUsed} max={max} className="meter mt-4" />
      <p className="mt-2 text-sm text-muted">{Math.round((100 * heapUsed) / max)}% of the heap is used.</p>
    </Card>
  );
}

/** The deploy time comes from a setting; a value that is not a time is shown unchanged. */
function readTime(text: string): string {
  return Number.isNaN(Date.parse(text)) ? text : formatMoment(text);
}
