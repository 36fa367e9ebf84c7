-- Judges each sale by its status and its shipments.

CREATE TEMP VIEW sales AS
  SELECT s.id, s.status, (SELECT count(*) FROM main.shipment WHERE sale_id = s.id) AS shipments FROM main.sale AS s;

CREATE TEMP VIEW torn(what) AS
  SELECT 'sale ' || id || ' is shipped, there is no shipment' FROM sales WHERE status = 'shipped' AND shipments = 0
  UNION ALL
  SELECT 'sale ' || id || ' has a shipment and is still ' || status FROM sales WHERE status <> 'shipped' AND shipments > 0;

CREATE TEMP VIEW missing(what) AS
  SELECT 'sale ' || id || ' is still ' || status FROM sales WHERE status <> 'shipped'
  UNION ALL
  SELECT 'sale ' || id || ' has no shipment' FROM sales WHERE shipments = 0;

CREATE TEMP VIEW repeated(what) AS
  SELECT 'sale ' || id || ' was shipped ' || shipments || ' times' FROM sales WHERE shipments > 1;
