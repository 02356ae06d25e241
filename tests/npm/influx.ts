import "npm:@influxdata/influxdb-client@1.35.0";
